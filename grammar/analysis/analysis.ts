import type { Finding } from '../diagnostics/finding.ts';
import { MESSAGES } from '../diagnostics/messages.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Script } from '../syntax/tree.ts';
import type { Schema, Type } from '../types.ts';
import type { SymbolTable } from './binding.ts';
import { findOrigins, type Origins } from './data-paths.ts';
import { findHints } from './hints.ts';
import { type HelperDefinitions, resolveHelpers } from './resolve-helpers.ts';
import { resolveScopes } from './scopes.ts';
import { type InferredTypes, inferTypes } from './types.ts';
import { findUnusedValues } from './unused-values.ts';

/**
 * What the analysis passes need from the caller: the form's schema, the type of `this`, and the helpers of the host.
 */
export interface AnalysisOptions {
  readonly schema: Schema | undefined;
  readonly item: Type;
  readonly hostHelpers: ReadonlyMap<string, HostHelper>;
}

/** The results of all analysis passes over a script's syntax tree. No pass changes the tree. */
export interface Analysis {
  readonly names: SymbolTable;
  readonly ornaments: HelperDefinitions;
  readonly origins: Origins;
  readonly types: InferredTypes;
  readonly findings: readonly Finding[];
}

/**
 * Static analysis: runs every pass over the syntax tree, each with the results of the passes before it. Returns the
 * results and the findings sorted by source position.
 */
export function analyzeScript(source: string, script: Script, options: AnalysisOptions): Analysis {
  const { hostHelpers } = options;
  const scopes = resolveScopes(script, options.schema);
  const helpers = resolveHelpers(script, new Set(hostHelpers.keys()));
  const { names } = scopes;
  const { ornaments } = helpers;
  const { origins, findings: excess } = findOrigins(script, names);
  const inference = inferTypes(script, { ...options, source, names, ornaments });
  const passFindings = [...scopes.findings, ...helpers.findings, ...excess, ...inference.findings];
  const unused = findUnusedValues(script, { source, names, ornaments, errors: passFindings.filter(isError) });
  const hints = [...findHints(script, source, inference.types), ...unused];
  const findings = [...passFindings, ...hints];
  return { names, ornaments, origins, types: inference.types, findings: findings.sort((a, b) => a.from - b.from) };
}

const isError = ({ code, severity }: Finding): boolean => (severity ?? MESSAGES[code].severity) === 'error';
