import type { JsonMap } from '../generated/types.ts';
import { lineLabels } from '../orders/line-labels.ts';
import { formatMessage } from '../texts/format-messages.ts';
import { type AjvError, problemsOfAjvError, type SchemaProblem } from '../texts/schema-messages.ts';

/** The maximum that the API returns (`maxProblems`). */
const maxFaults = 100;

/**
 * Converts the ajv errors of a line's data into messages for people. Server and browser share this function, so that
 * both return the same messages at the same paths.
 */
export function validateLineMessages(schema: JsonMap, faults: readonly AjvError[], data: JsonMap): SchemaProblem[] {
  const labels = lineLabels(schema);
  const problems = faults
    .filter(isCause)
    .slice(0, maxFaults)
    .flatMap((fault) => problemsOfAjvError(withLabel(fault, labels), data).map((each) => inFormatWords(each, fault)));
  // A product and its parent may report the same error.
  return [...new Map(problems.map((each) => [`${each.path} ${each.message}`, each])).values()];
}

/** 'must match all of' only repeats the errors of its parts. */
const isCause = ({ keyword }: AjvError) => !['allOf', 'if'].includes(keyword);

/** The label of a missing property: the product's, else its parent's. */
function withLabel(fault: AjvError, labels: ReadonlyMap<string, string>): AjvError {
  const { keyword, instancePath, params } = fault;
  const key = String(params.missingProperty);
  const title = labels.get(key);
  if (keyword !== 'required' || instancePath !== '' || title === undefined) return fault;
  return { ...fault, parentSchema: { properties: { [key]: { title } } } };
}

function inFormatWords(problem: SchemaProblem, { keyword, params }: AjvError): SchemaProblem {
  const message = keyword === 'format' ? formatMessage(String(params.format), problem.value) : undefined;
  return message === undefined ? problem : { ...problem, message };
}
