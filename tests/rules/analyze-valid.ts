import { type Analysis, analyzeScript } from '#grammar/analysis/analysis.ts';
import { findLikelyMistakes } from '#grammar/analysis/likely-mistakes.ts';
import type { Finding } from '#grammar/diagnostics/finding.ts';
import { type HostHelpers, hostHelpers } from '#grammar/helpers/host.ts';
import type { Schema } from '#grammar/index.ts';
import { parse } from '#grammar/syntax/parse.ts';
import { translator } from '#grammar/syntax/translations.ts';
import type { Script } from '#grammar/syntax/tree.ts';

/** Parses and analyzes a valid source, for unit tests of single passes. */
export function analyzeValid(
  source: string,
  schema?: Schema,
  helpers: HostHelpers = {},
): { script: Script; analysis: Analysis } {
  const script = scriptOf(source);
  return {
    script,
    analysis: analyzeScript(source, script, {
      schema,
      mode: 'value',
      item: 'any',
      hostHelpers: hostHelpers(helpers),
      translator,
      findMistakes: findLikelyMistakes,
    }),
  };
}

/** Parses a source that is within the size limits. Throws otherwise. */
export function scriptOf(source: string): Script {
  const { script } = parse(source);
  if (script === null) throw new Error(`over budget: ${source.slice(0, 40)}`);
  return script;
}

/** Formats findings as `code 'the marked source'` in source order. */
export function formatFindings(source: string, findings: readonly Finding[]): string[] {
  return findings
    .toSorted((a, b) => a.from - b.from)
    .map(({ code, from, to }) => `${code} '${source.slice(from, to)}'`);
}
