import type { Diagnostic } from '#grammar/index.ts';
import { propertyKindOf } from '../resource/kind.ts';
import { isComputable, type RecordScript, recordScripts, resultMismatch } from '../resource/record-scripts.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

/** Validates the scripts of x-rules and x-computed: they must compile and be in an allowed place. */
export function scriptProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const { rules, computed, cycle } = recordScripts(schema);
  const all = [...rules, ...computed];
  const [first] = all;
  if (first && schema['x-store']?.within) {
    const fault = `is not supported for parts: those of ${schema.title} are written with their parent record`;
    return [{ file, key: first.key, value: first.source, fault }];
  }
  const circles = cycle.slice(0, 1).map((name) => ({
    file,
    key: `properties/${name}/x-computed`,
    value: schema.properties[name]?.['x-computed'],
    fault: `is a cycle: ${cycle.join(', ')} are computed from each other`,
  }));
  const broken = all.flatMap((script) => brokenIn(file, script));
  return [...circles, ...broken, ...misplaced({ file, schema }), ...mismatches({ file, schema })];
}

/** A computed value that its property cannot hold, such as a text for a number, would always be stored as no value. */
function mismatches({ file, schema }: SchemaFile): SchemaFileProblem[] {
  return recordScripts(schema).computed.flatMap((script) => {
    const kind = propertyKindOf(schema.properties[script.computes ?? ''] ?? {}, script.key);
    const mismatch = isComputable(kind) ? resultMismatch(script, kind) : undefined;
    if (!mismatch) return [];
    const fault = `computes a ${mismatch.result}, which a property of kind ${kind} cannot hold. Allowed: ${mismatch.allowed.join(' or ')}`;
    return [{ file, key: script.key, value: script.source, fault }];
  });
}

const brokenIn = (file: string, { key, source, diagnostics }: RecordScript): SchemaFileProblem[] =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((error) => ({ file, key, value: lineAt(source, error), fault: faultOf(error) }));

const lineAt = (source: string, { line }: Diagnostic) => source.split('\n')[line - 1] ?? source;

const faultOf = ({ line, column, message, suggestion }: Diagnostic) =>
  `cannot be compiled, line ${line}, column ${column}: ${message}${suggestion ? `; did you mean ${suggestion}?` : ''}`;

/** A computed property must be readOnly and a single value. */
function misplaced({ file, schema }: SchemaFile): SchemaFileProblem[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const { 'x-computed': source, readOnly, default: fallback } = property;
    if (source === undefined) return [];
    const key = `properties/${name}`;
    const kind = propertyKindOf(property, key);
    return [
      ...(readOnly ? [] : [{ file, key: `${key}/readOnly`, value: readOnly, fault: 'must be true beside x-computed' }]),
      ...(fallback === undefined
        ? []
        : [{ file, key: `${key}/default`, value: fallback, fault: 'must not be required beside x-computed' }]),
      ...(isComputable(kind)
        ? []
        : [{ file, key: `${key}/x-computed`, value: source, fault: `requires a single value, not a ${kind}` }]),
    ];
  });
}
