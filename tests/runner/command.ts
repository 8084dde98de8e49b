import { spawn } from 'node:child_process';

export type Command = {
  program: string;
  args: string[];
  /** Seconds after which the command and everything it started is ended. */
  limit: number;
  environment?: Record<string, string>;
  /** Where it runs; here if nothing is said. */
  folder?: string;
  /** True lets the output through as it comes; false keeps it and gives it back. */
  isLive?: boolean;
};

export type Outcome = {
  isOk: boolean;
  seconds: number;
  output: string;
  /** What the run says of it even where nothing failed. */
  told?: string;
};

const running = new Set<number>();
const secondsToTidyUp = 15;

/**
 * Runs a command in a process group of its own and waits for its end. Never throws: a program that cannot be
 * started, exceeds its limit or ends with another code than 0 is an outcome that says so.
 */
export function runCommand(command: Command): Promise<Outcome> {
  const started = performance.now();
  const chunks: string[] = [];
  return new Promise((resolve) => {
    const child = spawn(command.program, command.args, {
      detached: true,
      cwd: command.folder,
      env: { ...environmentOf(command), ...command.environment },
      stdio: ['ignore', command.isLive ? 'inherit' : 'pipe', command.isLive ? 'inherit' : 'pipe'],
    });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    // An interrupt first, so that test runners close their browsers and servers; then by force.
    const limit = setTimeout(() => {
      chunks.push(`\nstopped after ${command.limit} s, the limit of this step\n`);
      if (group !== undefined) endGroup(group, 'SIGINT');
    }, command.limit * 1000);
    const force = setTimeout(
      () => {
        if (group !== undefined) endGroup(group, 'SIGKILL');
      },
      (command.limit + secondsToTidyUp) * 1000,
    );
    const finish = (isOk: boolean) => {
      clearTimeout(limit);
      clearTimeout(force);
      if (group !== undefined) running.delete(group);
      resolve({ isOk, seconds: (performance.now() - started) / 1000, output: chunks.join('') });
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.on('error', (error) => {
      chunks.push(`${command.program} could not be started: ${error.message}\n`);
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal) chunks.push(`\nended by ${signal}\n`);
      finish(code === 0);
    });
  });
}

/** Ends whatever still runs; for a run that is interrupted. */
export function endCommands(signal: NodeJS.Signals): void {
  for (const group of running) endGroup(group, signal);
}

/** Colours are for terminals, not for what is kept and printed later, or goes into a file. */
function environmentOf({ isLive }: Command): NodeJS.ProcessEnv {
  if (isLive && process.stdout.isTTY) return process.env;
  const { FORCE_COLOR, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1' };
}

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // The group may have ended by itself a moment ago; anything else is worth hearing of.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
