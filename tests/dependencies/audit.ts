import { type Outcome, runCommand } from '#tests/runner/command.ts';

/** What npm answers: a report, or that the registry gave none. */
interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title?: string; url?: string })[] }>;
  message?: string;
  error?: { summary?: string };
}

/** Faults that stop a build; others are told. */
const grave: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * Asks the registry for known faults of what the product runs with. A registry that answers no such questions, or cannot be
 * reached, fails nothing; the run says that nobody has looked.
 */
export async function auditPackages(): Promise<Outcome> {
  const outcome = await runCommand({ program: 'npm', args: ['audit', '--json', '--omit=dev'], limit: 60 });
  return { ...outcome, ...verdictOf(outcome.output) };
}

/** What there is to say of npm's answer. */
export function verdictOf(output: string): Pick<Outcome, 'isOk' | 'output' | 'told'> {
  const { vulnerabilities, message, error } = reportIn(output);
  if (!vulnerabilities) {
    const why = (message ?? error?.summary ?? output).trim().replace(/\s+/g, ' ').slice(0, 200);
    return { isOk: true, output, told: `NOT DONE: the registry did not answer npm audit (${why || 'no answer'})` };
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
  return { isOk, output: text, told: lines.length > 0 && isOk ? text : 'no known faults' };
}

function reportIn(output: string): Report {
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  try {
    return Object(JSON.parse(json));
  } catch {
    // npm's own trouble is not always JSON.
    return {};
  }
}
