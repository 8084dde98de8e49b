import { detectRenamedKeys, renameExamples } from '#schemas/designing/renamed-keys.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';

/**
 * Applies key renames of a form edit (or their undo) to the form's examples. Returns undefined if no example changes.
 */
export function renameInExamples(
  examples: Form['examples'] | undefined,
  before: unknown,
  after: JsonMap,
): Form['examples'] | undefined {
  if (!examples || examples.length === 0) return undefined;
  const renames = detectRenamedKeys(readFormWithoutScripts(before), readFormWithoutScripts(after));
  const changed = renames.size > 0 ? renameExamples(examples, renames) : examples;
  return isEqual(changed, examples) ? undefined : changed;
}
