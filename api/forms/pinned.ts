import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, FormVersion, Order } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';

const read = new Map<string, ReadForm>();
const most = 200;

/** The engine's form of a stored one, read once for each revision. */
export function readOnce({ id, revision, formSchema }: Form): ReadForm {
  const key = `${id}/${revision}`;
  return read.get(key) ?? keep(key, readForm(formSchema));
}

/** The engine's form of the version that an order is pinned to (design 7). Throws RESOURCE_INOPERABLE when that is gone. */
export async function pinnedForm(form: Form, number: Order['formVersion']): Promise<ReadForm> {
  if (number === form.version) return readOnce(form);
  // A version that was published never changes.
  const key = `${form.id}/version/${number}`;
  return read.get(key) ?? keep(key, readForm((await publishedVersion(form, number)).formSchema));
}

/** What was published of a form under that number. Throws RESOURCE_INOPERABLE when that is gone. */
export async function publishedVersion(form: Form, number: number): Promise<FormVersion> {
  const version = await store('FormVersion').findOne({ form: form.id, number });
  if (version) return version;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: `Version ${number} of the form ${form.name} is gone`,
    details: { resourceType: 'FormVersion', resourceId: form.id },
  });
}

function keep(key: string, form: ReadForm): ReadForm {
  if (read.size >= most) read.clear();
  read.set(key, form);
  return form;
}
