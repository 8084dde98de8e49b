import type { Path } from 'react-hook-form';
import { maySet } from '#schemas/access/may-set.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { ClientInput, User } from '#schemas/generated/types.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';

/** The name of an input of the client form: a path into the record. */
export type ClientPath = Exclude<Path<ClientInput>, 'businessAddress'>;

/** What stands beside what. Labels and what is required come from the schema. */
export const clientRows = [
  ['name', 'industry'],
  ['businessName', 'businessOwner'],
  ['businessAddress.street'],
  ['businessAddress.city', 'businessAddress.state', 'businessAddress.zip'],
  ['phoneNumber', 'website'],
  ['email'],
  ['externalId'],
] as const satisfies readonly (readonly ClientPath[])[];

export const emptyClient: ClientInput = {
  name: '',
  externalId: '',
  email: '',
  businessOwner: '',
  businessName: '',
  businessAddress: { street: '', city: '', state: '', zip: '' },
  website: '',
  phoneNumber: '',
  industry: '',
};

const fields = new Map<string, Field>(
  fieldsOf(clientSchema, 'Client').flatMap((field): [string, Field][] => [
    [field.name, field],
    ...fieldsOf(field.property, `Client/${field.name}`).map((inner): [string, Field] => [
      `${field.name}.${inner.name}`,
      inner,
    ]),
  ]),
);

/** What the schema says of an input. Throws an Error for a path it does not have. */
export function clientField(path: ClientPath): Field {
  const field = fields.get(path);
  if (!field) throw new Error(`The client schema has no ${path}: the client form asks for it`);
  return field;
}

/** The rows with what somebody may set; what only others may is shown beside the form. */
export function clientRowsFor({ roles }: Pick<User, 'roles'>): ClientPath[][] {
  return clientRows
    .map((row) => row.filter((path) => maySet(clientField(path).property, roles)))
    .filter((row) => row.length > 0);
}

export const clientPaths: readonly ClientPath[] = clientRows.flat();

/** What the form holds of a client. */
export function inputOf({ businessAddress, externalId = '', email = '', ...own }: ClientInput): ClientInput {
  const { name, businessOwner, businessName, website, phoneNumber, industry } = own;
  const { street, city, state, zip } = businessAddress;
  return {
    ...{ name, externalId, email, businessOwner, businessName, website, phoneNumber, industry },
    businessAddress: { street, city, state, zip },
  };
}

/** What a save says: each field that differs, an address whole; of external id and e-mail an empty one is none. */
export function clientChanges(values: ClientInput, clean: ClientInput): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(saidOf(clean)));
  return Object.fromEntries(
    Object.entries(saidOf(values)).filter(([name, value]) => !isEqual(value, before.get(name))),
  );
}

const saidOf = (values: ClientInput) => ({
  ...values,
  externalId: values.externalId || null,
  email: values.email || null,
});

/** The input that an error of the API is about: `/businessAddress/zip` is businessAddress.zip. */
export function clientPathOf(pointer: string): ClientPath | undefined {
  const name = pointer.slice(1).replaceAll('/', '.');
  return clientPaths.find((path) => path === name);
}

/** What is wrong with what was typed (spec 5), or nothing. */
export function clientMistake(path: ClientPath, value: string | undefined): string | undefined {
  const { label, isRequired } = clientField(path);
  return isRequired && !value?.trim() ? `Missing required field: ${label}` : undefined;
}

/** What is sent: without spaces around, and without an external id or e-mail that was never given. */
export function cleanClient(values: ClientInput): ClientInput {
  const { businessAddress, externalId = '', email = '', ...rest } = values;
  const given = Object.entries(trimmed({ externalId, email })).filter(([, text]) => text !== '');
  return { ...trimmed(rest), businessAddress: trimmed(businessAddress), ...Object.fromEntries(given) };
}

function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  const result = { ...texts };
  for (const name in texts) Object.assign(result, { [name]: texts[name]?.trim() });
  return result;
}
