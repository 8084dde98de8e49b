import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const execute = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function rules(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await execute(process.execPath, ['--import', 'tsx', 'grammar/command.ts', ...words])) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('npm run rules', () => {
  it('check prints file, line, column and a caret, and exits with 1 on errors', async () => {
    const [sound, broken] = [
      await file('sound.rules', 'reject $a\n'),
      await file('broken.rules', 'let $a = 1\nlet = 2\n'),
    ];
    const { code, stdout } = await rules('check', sound, broken);
    expect(code).toBe(1);
    expect(stdout).toContain(`${broken}:2:5 error Expected identifier, found '='`);
    expect(stdout).toContain('  2 | let = 2\n    |     ^');
    expect((await rules('check', sound)).code).toBe(0);
  });

  it('run prints the result for the given input as JSON', async () => {
    const script = await file('sum.rules', '[$a + 1, now:year]\n');
    const input = await file('input.json', '{ "a": 4 }');
    const { code, stdout } = await rules('run', script, '--input', input, '--now', '2026-11-21T10:00:00Z');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'passed', value: [5, 2026] });
  });

  it('run exits with 1 if the script ends with an error', async () => {
    const script = await file('error.rules', 'print 1 $nope\n');
    const { code, stdout, stderr } = await rules('run', script);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', output: ['1'] });
    expect(stderr).toContain(`${script}:1:9 error Undefined variable: $nope`);
  });

  it('format writes the canonical form, and exits with 1 if a script does not parse', async () => {
    const script = await file('ugly.rules', 'let   $a=1');
    expect((await rules('format', script)).code).toBe(0);
    expect(await readFile(script, 'utf8')).toBe('let $a = 1\n');
    expect((await rules('format', await file('bad.rules', 'let = 1'))).code).toBe(1);
  });

  it('continues with the other files after an unreadable one, and names that one', async () => {
    const sound = await file('last.rules', 'let   $a = 1');
    const { code, stderr } = await rules('format', folder, sound);
    expect(code).toBe(1);
    expect(stderr).toContain(`${folder}: `);
    expect(await readFile(sound, 'utf8')).toBe('let $a = 1\n');
  });

  it('prints the usage for --help', async () => {
    const { code, stdout } = await rules('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('rules check FILE…');
  });

  it.each([[['check']], [['polish', 'x']], [['check', '/nowhere.rules']], [['run', 'x', '--mode', 'guess']]])(
    'exits with 1 and a message for the arguments %j',
    async (words) => {
      const { code, stderr } = await rules(...words);
      expect(code).toBe(1);
      expect(stderr).not.toBe('');
    },
  );
});
