// Written by `reverie install opencode`; `reverie uninstall opencode` removes it. Long-term memory for opencode, by way of the
// command `reverie`. It tells the agent what is known, and has sessions read when they rest. Whatever fails is silent.
import { spawn } from "node:child_process";

const COMMAND = @@COMMAND@@;
const DEADLINE = 1500; // milliseconds a prompt may wait
const REST = 60_000; // milliseconds a session rests before it is read

function told(args, input, cwd) {
  return new Promise((done) => {
    try {
      const child = spawn(COMMAND[0], [...COMMAND.slice(1), ...args], { cwd, stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => { child.kill("SIGKILL"); done(""); }, DEADLINE);
      let out = "";
      child.stdout.on("data", (part) => { out += part; });
      child.stdin.on("error", () => {});
      child.on("error", () => { clearTimeout(timer); done(""); });
      child.on("close", (code) => {
        clearTimeout(timer);
        done(code === 0 ? (out.match(/<reverie>[\s\S]*<\/reverie>/)?.[0] ?? "") : "");
      });
      child.stdin.end(input);
    } catch { done(""); }
  });
}

function left(args, cwd) {
  try {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), ...args], { cwd, detached: true, stdio: "ignore" });
    child.on("error", () => {});
    child.unref();
  } catch { /* the next session takes it up */ }
}

export const Reverie = async ({ directory }) => {
  const known = new Map(); // of a session: what it is told, which stays the same so that its prompt stays cached
  const resting = new Map();
  const read = (id) => left(["observe", "--host", "opencode", "--flush", id], directory);
  process.once("exit", () => { for (const id of resting.keys()) read(id); }); // it was asked one thing, and does not rest
  return {
    "chat.message": async (input, output) => {
      if (known.has(input.sessionID)) return;
      const said = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text);
      const args = ["inject", "--host", "opencode", "--session", `opencode:${input.sessionID}`];
      const blocks = [await told(args, "", directory), await told([...args, "--prompt", "-"], said.join("\n"), directory)];
      known.set(input.sessionID, blocks.filter(Boolean).join("\n"));
    },
    "experimental.chat.system.transform": async (input, output) => {
      const block = known.get(input.sessionID);
      if (block) output.system.push(block);
    },
    "experimental.session.compacting": async (input) => {
      known.delete(input.sessionID);
      read(input.sessionID);
    },
    event: async ({ event }) => {
      const id = event?.properties?.sessionID;
      if (!id || event.type !== "session.idle") return;
      clearTimeout(resting.get(id));
      const timer = setTimeout(() => { resting.delete(id); read(id); }, REST);
      timer.unref?.();
      resting.set(id, timer);
    },
  };
};
