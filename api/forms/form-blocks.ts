import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import type { Problem } from '#schemas/forms/form.ts';
import type { FormBlock } from '#schemas/generated/types.ts';
import { ApiError, invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';

/** How many blocks there may be, since a palette shows all of them, and how long the JSON of one may be. */
const most = { blocks: 200, characters: 65_536 } as const;

/** Blocks are shared by all form authors; what one holds is checked as the widgets of a form are. */
export const formBlocks: Declaration<FormBlock> = {
  heavy: ['widgets'],

  async beforeWrite({ current, changes }) {
    const problems = changes.widgets ? problemsOf(changes.widgets) : [];
    if (problems.length > 0) throw invalidRequest('body', problems);
    if (!current && (await store('FormBlock').count({}, most.blocks)) >= most.blocks)
      throw new ApiError('REQUEST_DENIED', {
        reason: `There may be at most ${most.blocks} blocks: delete one that nobody needs first`,
      });
    return changes;
  },
};

function problemsOf(widgets: FormBlock['widgets']): Problem[] {
  if (JSON.stringify(widgets).length > most.characters)
    return [{ path: '/widgets', value: undefined, message: 'A block may have at most 65,536 characters as JSON' }];
  const layout = widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const problems = checkFormSchema({ version: 1, root: { type: 'container', config: { layout } } });
  return problems.map(({ path, value, message }) => ({ path: inBlock(path), value, message: inBlock(message) }));
}

/** The same with the places of its widgets in the block, rather than in the form that they were checked in. */
const inBlock = (text: string) => text.replace(/\/root\/config\/layout\/(\d+)\/columns\/0\/widget/g, '/widgets/$1');
