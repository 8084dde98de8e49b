import { createInterface } from 'node:readline/promises';
import type { Decisions, Question } from '#schemas/released/decisions.ts';
import { validateValue } from '#schemas/released/validate-value.ts';

/** Prompts a person for a line of text. */
export type Prompt = (question: string) => Promise<string>;

/** Formats an open question as command-line options that answer it, for non-interactive use. */
export function asCommandLineOptions(question: Question): string {
  const { place } = question;
  if (question.kind === 'value')
    return `${place} ${question.why}: --value ${place}=JSON, with the schema ${JSON.stringify(question.property)}`;
  const names = question.candidates.map((name) => `--renamed ${place}=${name}`);
  return `${place} (${question.type}) is missing: ${[...names, `--removed ${place}`].join(', or ')}`;
}

/** Prompts until the answer is valid. Returns the decisions including it. */
export async function promptForDecision(question: Question, decisions: Decisions, prompt: Prompt): Promise<Decisions> {
  const { place } = question;
  if (question.kind === 'value') {
    const value = await promptForValue(question, prompt);
    return { ...decisions, values: { ...decisions.values, [place]: value } };
  }
  const { candidates, type } = question;
  const choices = candidates.map((name, index) => `\n  ${index + 1}: renamed to ${name}`);
  const text = `${place} (${type}) is missing. New properties of its type: ${candidates.join(', ')}.${choices.join('')}\n  0: removed; its values are set aside\n> `;
  for (;;) {
    const answer = (await prompt(text)).trim();
    const name = candidates.find((each, index) => answer === each || answer === String(index + 1));
    if (name !== undefined) return { ...decisions, renamed: { ...decisions.renamed, [place]: name } };
    if (answer === '0') return { ...decisions, removed: [...decisions.removed, place] };
  }
}

async function promptForValue(question: Extract<Question, { kind: 'value' }>, prompt: Prompt): Promise<unknown> {
  const { place, why, property } = question;
  for (let fault = ''; ; ) {
    const text = `${fault}${place} ${why}. Value for these records, as JSON, with the schema ${JSON.stringify(property)}\n> `;
    const value = parseJson(await prompt(text));
    const [first] = value === undefined ? ['not JSON; strings need double quotes'] : validateValue(value, property);
    if (first === undefined) return value;
    fault = `Invalid value: ${first}.\n`;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns a prompt on the terminal, or undefined if stdin or stdout is not a TTY. */
export function terminalPrompt(): Prompt | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await new Promise((resolve, reject) => {
        // Ctrl-D or Ctrl-C cancels.
        lines.once('close', () => reject(new Error('\nNothing was written.')));
        lines.question(question).then(resolve, reject);
      });
    } finally {
      lines.close();
    }
  };
}

/** Parses the command-line options into decisions. Throws an Error for a malformed option. */
export function parseDecisions(options: { renamed: string[]; removed: string[]; value: string[] }): Decisions {
  const values = options.value.map((option) => {
    const [place, json] = splitOption('--value', option, 'PATH=JSON, such as --value \'Order.priority="normal"\'');
    const value = parseJson(json);
    if (value === undefined)
      throw new Error(
        `--value ${option}: the text after = is not JSON; strings need double quotes inside single quotes.`,
      );
    return [place, value] as const;
  });
  const names = options.renamed.map((option) =>
    splitOption('--renamed', option, 'PATH=NAME, such as --renamed Order.notes=remarks'),
  );
  return { renamed: Object.fromEntries(names), removed: options.removed, values: Object.fromEntries(values) };
}

function splitOption(option: string, text: string, form: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0 || at === text.length - 1) throw new Error(`${option} ${text}: expected ${form}.`);
  return [text.slice(0, at), text.slice(at + 1)];
}
