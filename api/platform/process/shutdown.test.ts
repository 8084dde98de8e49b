import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

/** Exit code of a child process that calls `openShutdown`, prints that it has, and then runs `then`. */
async function endOf(role: 'product' | 'command', then: string, signal?: NodeJS.Signals): Promise<number | null> {
  const script = `import { openShutdown } from '#api/platform/process/shutdown.ts';
    const closing = openShutdown('${role}');
    const alive = setInterval(() => undefined, 1_000);
    closing.add(async () => clearInterval(alive));
    process.stdout.write('opened');
    ${then}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  if (signal) child.kill(signal);
  await ended;
  return child.exitCode;
}

describe('openShutdown', () => {
  it.concurrent.each<[what: 'product' | 'command', signal: NodeJS.Signals, code: number]>([
    ['product', 'SIGTERM', 0],
    ['product', 'SIGINT', 0],
    ['command', 'SIGINT', 130],
    ['command', 'SIGTERM', 143],
    ['command', 'SIGHUP', 129],
  ])('ends a %s on %s with exit code %i', async (role, signal, code) => {
    expect(await endOf(role, '', signal)).toBe(code);
  });

  it.concurrent.each<[how: string, then: string, code: number]>([
    ['that has completed', 'await closing.end();', 0],
    ['that fails', 'await closing.fail(new Error());', 1],
    ['that exits before its end', 'clearInterval(alive);', 1],
  ])('ends a command %s with exit code %i', async (_how, then, code) => {
    expect(await endOf('command', then)).toBe(code);
  });
});
