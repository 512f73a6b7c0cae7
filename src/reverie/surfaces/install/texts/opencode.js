// Written by `reverie install opencode`; `reverie uninstall opencode` removes it. Long-term memory for opencode, by way of
// `reverie hook opencode EVENT`. It tells the agent what is known, and leaves word of what was said. Whatever fails is silent.
import { spawn, spawnSync } from "node:child_process";

const HOOK = @@HOOK@@;
const DEADLINE = 1500; // milliseconds; the hook itself ends after a second

function hook(event, payload) {
  return new Promise((done) => {
    try {
      const child = spawn(HOOK[0], [...HOOK.slice(1), event], { stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => { child.kill("SIGKILL"); done(""); }, DEADLINE);
      const out = [];
      child.stdout.on("data", (part) => { out.push(part); });
      child.stdin.on("error", () => {});
      child.on("error", () => { clearTimeout(timer); done(""); });
      child.on("close", () => {
        clearTimeout(timer);
        try { done(JSON.parse(Buffer.concat(out).toString()).hookSpecificOutput.additionalContext); } catch { done(""); }
      });
      child.stdin.end(JSON.stringify(payload));
    } catch { done(""); }
  });
}

export const Reverie = async ({ directory }) => {
  const about = (id, more = {}) => ({ session_id: id, cwd: directory, ...more });
  const begun = new Set(); // sessions that were told how things stand
  const compacted = new Set(); // those that lost it
  const delegated = new Set(); // those of sub-agents
  const unread = new Set();
  process.once("exit", () => {
    for (const id of unread) {
      const given = { input: JSON.stringify(about(id)), timeout: DEADLINE, stdio: ["pipe", "ignore", "ignore"] };
      try { spawnSync(HOOK[0], [...HOOK.slice(1), "exit"], given); } catch { /* the next session takes it up */ }
    }
  });
  return {
    "chat.message": async (input, output) => {
      const id = input.sessionID;
      const said = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic);
      if (!said.length || delegated.has(id)) return;
      const source = compacted.delete(id) ? "compact" : "startup";
      const blocks = begun.has(id) ? [] : [await hook("session.created", about(id, { source }))];
      begun.add(id);
      blocks.push(await hook("chat.message", about(id, { prompt: said.map((part) => part.text).join("\n") })));
      const text = blocks.filter(Boolean).join("\n");
      // A part of this message, and of its history from now on: what came before it stays cached.
      if (text) output.parts.push({ ...said.at(-1), id: `${said.at(-1).id}r`, text, synthetic: true });
    },
    event: async ({ event }) => {
      const id = event?.properties?.sessionID;
      if (!id) return;
      if (event.type === "session.created" && event.properties.info?.parentID) delegated.add(id);
      if (event.type === "session.compacted") {
        begun.delete(id);
        compacted.add(id);
      } else if (event.type !== "session.idle") return;
      unread.add(id);
      await hook(event.type, about(id));
    },
  };
};
