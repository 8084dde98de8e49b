import { describe, expect, it } from 'vitest';
import { runCommand } from './command.ts';

const node = (script: string, limit = 20) => runCommand({ program: process.execPath, args: ['-e', script], limit });

describe('runCommand', () => {
  it('succeeds with exit code 0 and captures the output', async () => {
    expect(await node('process.stdout.write("here")')).toMatchObject({ isOk: true, output: 'here' });
  });

  it('fails with any other exit code', async () => {
    expect(await node('process.stderr.write("why"); process.exit(3)')).toMatchObject({ isOk: false, output: 'why' });
  });

  it('fails when a signal kills the process, and names the signal', async () => {
    const outcome = await node('process.kill(process.pid, "SIGKILL")');
    expect(outcome).toMatchObject({ isOk: false, output: expect.stringContaining('terminated by SIGKILL') });
  });

  it('fails when the program does not exist', async () => {
    const outcome = await runCommand({ program: '/no/such/program', args: [], limit: 20 });
    expect(outcome).toMatchObject({ isOk: false, output: expect.stringContaining('could not be started') });
  });

  it('kills the whole process group on timeout and reports it', async () => {
    const child = 'setInterval(() => {}, 1000)';
    const outcome = await node(
      `require('child_process').spawn(process.execPath, ['-e', '${child}'], { stdio: 'inherit' })`,
      1,
    );
    expect(outcome).toMatchObject({ isOk: false, output: expect.stringContaining('stopped after 1 s') });
  });
});
