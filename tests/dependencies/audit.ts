import { type CommandOutcome, runCommand } from '#tests/runner/command.ts';

/** The answer of `npm audit`: a report, or the message that the registry gave none. */
interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title?: string; url?: string })[] }>;
  message?: string;
  error?: { summary?: string };
}

/** Severities that fail the build; lower ones are only reported. */
const grave: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * Runs `npm audit` for the production dependencies. Passes with a note when the registry has no audit endpoint or
 * cannot be reached.
 */
export async function auditPackages(): Promise<CommandOutcome> {
  const outcome = await runCommand({ program: 'npm', args: ['audit', '--json', '--omit=dev'], limit: 60 });
  return { ...outcome, ...auditOutcome(outcome.output) };
}

/** Turns npm's answer into the outcome of the step. */
export function auditOutcome(output: string): Pick<CommandOutcome, 'isOk' | 'output' | 'note'> {
  const { vulnerabilities, message, error } = reportIn(output);
  if (!vulnerabilities) {
    const why = (message ?? error?.summary ?? output).trim().replace(/\s+/g, ' ').slice(0, 200);
    return { isOk: true, output, note: `SKIPPED: the registry did not respond to npm audit (${why || 'no response'})` };
  }
  const lines = Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const titles = via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.title} ${each.url ?? ''}`.trim()]));
    return {
      isGrave: grave.has(severity),
      text: `${name}: ${severity}${titles.length > 0 ? `, ${titles.join('; ')}` : ''}`,
    };
  });
  const text = lines.map((line) => line.text).join('\n');
  const isOk = !lines.some(({ isGrave }) => isGrave);
  return { isOk, output: text, note: lines.length > 0 && isOk ? text : 'no known vulnerabilities' };
}

function reportIn(output: string): Report {
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  try {
    return Object(JSON.parse(json));
  } catch {
    // npm does not always print its own errors as JSON.
    return {};
  }
}
