import { isOptionResource, optionResources } from '#schemas/forms/option-sources.ts';
import type { OptionList } from '#schemas/generated/types.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';

/** Option list hooks: unique values, and a key that forms can rely on. A list that a form uses cannot be deleted (`x-ref`). */
export const optionLists: ResourceHooks<OptionList> = {
  async beforeWrite({ current, changes }) {
    const problems = [...duplicatesIn(changes.options ?? []), ...(await keyProblems(changes.key, current))];
    if (problems.length > 0) throw invalidRecord(problems);
    return changes;
  },
};

function duplicatesIn(options: OptionList['options']): Problem[] {
  const first = new Map<string, number>();
  return options.flatMap(({ value }, index) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, index);
    return earlier === undefined
      ? []
      : [{ path: `/options/${index}/value`, value, message: `“${value}” is the value of option ${earlier + 1}, too` }];
  });
}

async function keyProblems(key: string | undefined, current: OptionList | null): Promise<Problem[]> {
  if (key === undefined || key === current?.key) return [];
  const problem = (message: string) => [{ path: '/key', value: key, message }];
  if (isOptionResource(key))
    return problem(`${Object.keys(optionResources).join(', ')} are resources: choose another key`);
  const form = current && (await storeOf('Form').findOne({ optionLists: current.id }));
  return form ? problem(`The form “${form.name}” uses the list by its key ${current.key}`) : [];
}
