import { readFileSync } from 'node:fs';
import { type CommandOutcome, runCommand } from '#tests/runner/command.ts';

/** Makes the bill of materials (SBOM, CycloneDX) and checks that it contains every direct dependency. */
export async function makeSbom(): Promise<CommandOutcome> {
  const outcome = await runCommand({ program: 'npm', args: ['run', '--silent', 'sbom'], limit: 60 });
  if (!outcome.isOk) return outcome;
  const faults = missingFromSbom(outcome.output, readFileSync('package.json', 'utf8'));
  return { ...outcome, isOk: faults.length === 0, output: faults.join('\n') };
}

/** The direct dependencies that an SBOM lacks. */
export function missingFromSbom(output: string, manifest: string): string[] {
  const bill: { bomFormat?: string; components?: { purl?: string }[] } = JSON.parse(
    output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1),
  );
  if (bill.bomFormat !== 'CycloneDX') return ['It is no bill of CycloneDX'];
  const purls = new Set(bill.components?.map(({ purl }) => purl));
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(manifest);
  const expected = Object.entries(dependencies).map(
    ([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
  );
  return expected.filter((purl) => !purls.has(purl)).map((purl) => `It does not name ${purl}`);
}
