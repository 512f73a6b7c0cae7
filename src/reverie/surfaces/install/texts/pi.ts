// Written by `reverie install pi`; `reverie uninstall pi` removes it. Long-term memory for pi, by way of `reverie hook pi EVENT`.
// It tells the agent what is known, and leaves word of what was said. Whatever fails is silent: pi goes on as without it.
import { spawn } from "node:child_process";

const HOOK: string[] = @@HOOK@@;
const DEADLINE = 1500; // milliseconds; the hook itself ends after a second

function hook(event: string, payload: object): Promise<string> {
  return new Promise((done) => {
    try {
      const child = spawn(HOOK[0], [...HOOK.slice(1), event], { stdio: ["pipe", "pipe", "ignore"] });
      const timer = setTimeout(() => { child.kill("SIGKILL"); done(""); }, DEADLINE);
      const out: Uint8Array[] = [];
      child.stdout.on("data", (part: Uint8Array) => { out.push(part); });
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

export default function (pi: any) {
  const about = (ctx: any, more: object = {}): object => ({
    session_id: ctx?.sessionManager?.getSessionId?.(), transcript_path: ctx?.sessionManager?.getSessionFile?.(),
    cwd: ctx?.cwd ?? process.cwd(), ...more,
  });
  let begun: string | undefined; // the session that was told how things stand
  let source = "startup";
  pi.on("before_agent_start", async (event: any, ctx: any) => {
    const id = ctx?.sessionManager?.getSessionId?.();
    const blocks = begun === id ? [] : [await hook("session_start", about(ctx, { source }))];
    begun = id;
    source = "startup";
    blocks.push(await hook("before_agent_start", about(ctx, { prompt: String(event?.prompt ?? "") })));
    const content = blocks.filter(Boolean).join("\n");
    if (content) return { message: { customType: "reverie", content, display: false } };
  });
  pi.on("agent_end", async (_event: any, ctx: any) => { await hook("agent_end", about(ctx)); });
  pi.on("session_compact", async (_event: any, ctx: any) => {
    begun = undefined; // the agent has lost what it was told
    source = "compact";
    await hook("session_compact", about(ctx));
  });
  pi.on("session_shutdown", async (_event: any, ctx: any) => { await hook("session_shutdown", about(ctx)); });
}
