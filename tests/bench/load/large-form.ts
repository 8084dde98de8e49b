import { storeOf } from '../../../api/engine/store/store.ts';
import { demoEntities } from '../../../api/features/demo/agency/entities.ts';
import { heavySchema } from '../api/heavy-form.ts';

const name = 'Large order';

const rowCount = 2_000;
/** Number of rows with a problem in each body. */
export const rejectedRows = 5;

/** The data to validate: 2,000 rows with three scripts each, serialized once. */
export const largeBody = JSON.stringify({
  formData: {
    rows: Array.from({ length: rowCount }, (_, index) => ({
      _id: `row${index}`,
      count: index % (rowCount / rejectedRows) === 0 ? 101 : 2,
      price: 3,
    })),
  },
});

/** Makes a form that is slow to validate, on a channel of each agency so that everybody may use it; returns its id. */
export async function largeForm(url: string, cookie: string): Promise<string> {
  const existing = await storeOf('Form').findOne({ name });
  if (existing) return existing.id;
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${answer.status} from ${path}: ${await answer.text()}`);
    return String(Object(await answer.json()).id);
  };
  const form = await post('/api/forms', { name, formSchema: heavySchema });
  for (const { id, slug, parent } of demoEntities())
    if (parent === null)
      await post('/api/channels', { name: `${name} ${slug}`, slug: `large-${slug}`, entityId: id, orderFormId: form });
  return form;
}
