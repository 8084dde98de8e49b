import type { JsonMap } from '../generated/types.ts';
import { lineLabels } from '../orders/line-labels.ts';
import { formatMessage } from '../texts/format-messages.ts';
import { problemsOf, type SchemaFault, type SchemaProblem } from '../texts/schema-messages.ts';

/** As many as an answer of the API lists (`mostProblems`). */
const maxFaults = 100;

/**
 * The problems of a line's data in words, from what ajv found by the product's schema. The server and the browser call this
 * one function, so that both say the same at the same paths.
 */
export function lineProblems(schema: JsonMap, faults: readonly SchemaFault[], data: JsonMap): SchemaProblem[] {
  const labels = lineLabels(schema);
  const problems = faults
    .filter(isCause)
    .slice(0, maxFaults)
    .flatMap((fault) => problemsOf(labelled(fault, labels), data).map((each) => inFormatWords(each, fault)));
  // A product and the one above it may find the same fault.
  return [...new Map(problems.map((each) => [`${each.path} ${each.message}`, each])).values()];
}

/** 'must match all of' only repeats what its parts have said. */
const isCause = ({ keyword }: SchemaFault) => !['allOf', 'if'].includes(keyword);

/** A missing property has the name that the product gives it, or the one above where only that has a name for it. */
function labelled(fault: SchemaFault, labels: ReadonlyMap<string, string>): SchemaFault {
  const { keyword, instancePath, params } = fault;
  const key = String(params.missingProperty);
  const title = labels.get(key);
  if (keyword !== 'required' || instancePath !== '' || title === undefined) return fault;
  return { ...fault, parentSchema: { properties: { [key]: { title } } } };
}

function inFormatWords(problem: SchemaProblem, { keyword, params }: SchemaFault): SchemaProblem {
  const message = keyword === 'format' ? formatMessage(String(params.format), problem.value) : undefined;
  return message === undefined ? problem : { ...problem, message };
}
