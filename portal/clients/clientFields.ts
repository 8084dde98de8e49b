import type { Path } from 'react-hook-form';
import { maySet } from '#schemas/access/may-set.ts';
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
  ['externalId'],
] as const satisfies readonly (readonly ClientPath[])[];

export const emptyClient: ClientInput = {
  name: '',
  externalId: '',
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

/** A client's fields, each under its path. */
export type ClientTexts = Record<ClientPath, string>;

/** What the form holds of a client. */
export function textsOf({ businessAddress, externalId = '', ...own }: ClientInput): ClientTexts {
  const { name, businessOwner, businessName, website, phoneNumber, industry } = own;
  return {
    ...{ name, externalId, businessOwner, businessName, website, phoneNumber, industry },
    'businessAddress.street': businessAddress.street,
    'businessAddress.city': businessAddress.city,
    'businessAddress.state': businessAddress.state,
    'businessAddress.zip': businessAddress.zip,
  };
}

/** The client that has these fields. */
export function inputOf(texts: ClientTexts): ClientInput {
  const { name, externalId, businessOwner, businessName, website, phoneNumber, industry } = texts;
  return {
    ...{ name, externalId, businessOwner, businessName, website, phoneNumber, industry },
    businessAddress: {
      street: texts['businessAddress.street'],
      city: texts['businessAddress.city'],
      state: texts['businessAddress.state'],
      zip: texts['businessAddress.zip'],
    },
  };
}

/** What a save says of the fields at these paths: an address goes whole, an emptied external id is none. */
export function clientChanges(texts: ClientTexts, paths: readonly ClientPath[]): Record<string, unknown> {
  const named = new Set(paths.map((path) => path.split('.')[0]));
  const client = { ...inputOf(texts), externalId: texts.externalId || null };
  return Object.fromEntries(Object.entries(client).filter(([name]) => named.has(name)));
}

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

/** What is sent: without spaces around, and without an external id that was never given. */
export function cleanClient(values: ClientInput): ClientInput {
  const { businessAddress, externalId, ...rest } = values;
  const own = trimmed(rest);
  const id = externalId?.trim();
  return { ...own, businessAddress: trimmed(businessAddress), ...(id ? { externalId: id } : {}) };
}

function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  const result = { ...texts };
  for (const name in texts) Object.assign(result, { [name]: texts[name]?.trim() });
  return result;
}
