// Written by `reverie install pi`; `reverie uninstall pi` removes it. Long-term memory for pi, by way of the command `reverie`.
// It tells the agent what is known, and has sessions read when they end. Whatever fails is silent: pi goes on as without it.
import { spawn } from "node:child_process";

const COMMAND: string[] = @@COMMAND@@;
const DEADLINE = 1500; // milliseconds a prompt may wait

function told(args: string[], input: string, cwd: string): Promise<string> {
  return new Promise((done) => {
    try {
      const child = spawn(COMMAND[0], [...COMMAND.slice(1), ...args], { cwd, stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => { child.kill("SIGKILL"); done(""); }, DEADLINE);
      let out = "";
      child.stdout.on("data", (part: Buffer) => { out += part; });
      child.stdin.on("error", () => {});
      child.on("error", () => { clearTimeout(timer); done(""); });
      child.on("close", (code: number | null) => {
        clearTimeout(timer);
        done(code === 0 ? (out.match(/<reverie>[\s\S]*<\/reverie>/)?.[0] ?? "") : "");
      });
      child.stdin.end(input);
    } catch { done(""); }
  });
}

function left(args: string[], cwd: string): void {
  try {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), ...args], { cwd, detached: true, stdio: "ignore" });
    child.on("error", () => {});
    child.unref();
  } catch { /* the next session takes it up */ }
}

export default function (pi: any) {
  const session = (ctx: any): string => ctx?.sessionManager?.getSessionId?.() ?? "";
  const folder = (ctx: any): string => ctx?.cwd ?? process.cwd();
  const read = (ctx: any) => {
    const file = ctx?.sessionManager?.getSessionFile?.();
    if (file) left(["observe", "--flush", file], folder(ctx));
  };
  let begun: string | undefined; // the session that was told how things stand
  pi.on("before_agent_start", async (event: any, ctx: any) => {
    const id = session(ctx);
    const args = ["inject", "--host", "pi", ...(id ? ["--session", `pi:${id}`] : [])];
    const blocks = begun === id ? [] : [await told(args, "", folder(ctx))];
    begun = id;
    blocks.push(await told([...args, "--prompt", "-"], String(event?.prompt ?? ""), folder(ctx)));
    const content = blocks.filter(Boolean).join("\n");
    if (content) return { message: { customType: "reverie", content, display: false } };
  });
  pi.on("session_before_compact", async (_event: any, ctx: any) => { read(ctx); });
  pi.on("session_shutdown", async (_event: any, ctx: any) => { read(ctx); });
}
