import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import type { Problem } from '#schemas/forms/form.ts';
import type { FormBlock } from '#schemas/generated/types.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';

/** Maximum number of blocks, because the palette shows all of them, and maximum JSON length of one. */
const limits = { blocks: 200, characters: 65_536 } as const;

/** Form block hooks: blocks are shared by all form authors; their widgets are validated like those of a form. */
export const formBlocks: ResourceHooks<FormBlock> = {
  async beforeWrite({ current, changes }) {
    const problems = changes.widgets ? problemsOf(changes.widgets) : [];
    if (problems.length > 0) throw invalidRequest('body', problems);
    if (!current && (await storeOf('FormBlock').count({}, limits.blocks)) >= limits.blocks)
      throw new ApiError('REQUEST_DENIED', {
        reason: `At most ${limits.blocks} blocks: delete an unused one first`,
      });
    return changes;
  },
};

function problemsOf(widgets: FormBlock['widgets']): Problem[] {
  if (JSON.stringify(widgets).length > limits.characters)
    return [{ path: '/widgets', value: undefined, message: 'A block must not exceed 65,536 characters of JSON' }];
  const layout = widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const problems = checkFormSchema({ version: 1, root: { type: 'container', config: { layout } } });
  return problems.map(({ path, value, message }) => ({ path: inBlock(path), value, message: inBlock(message) }));
}

/** Converts paths in the temporary form used for validation to paths in the block. */
const inBlock = (text: string) => text.replace(/\/root\/config\/layout\/(\d+)\/columns\/0\/widget/g, '/widgets/$1');
