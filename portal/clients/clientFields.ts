import type { Path } from 'react-hook-form';
import { mayWriteField } from '#schemas/access/field-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { ClientInput, User } from '#schemas/generated/types.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';

/** The name of an input of the client form: a path into the record. */
export type ClientPath = Exclude<Path<ClientInput>, 'businessAddress'>;

/** The layout of the form, row by row. Labels and required flags come from the schema. */
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

/** Returns the schema field behind an input. Throws an Error for a path that the schema lacks. */
export function clientField(path: ClientPath): Field {
  const field = fields.get(path);
  if (!field) throw new Error(`The client schema has no ${path}: the client form asks for it`);
  return field;
}

/**
 * Returns the layout without the inputs that the person may not set (field-level access). The page shows those values
 * beside the form.
 */
export function clientRowsFor({ roles }: Pick<User, 'roles'>): ClientPath[][] {
  return clientRows
    .map((row) => row.filter((path) => mayWriteField(clientField(path).property, roles)))
    .filter((row) => row.length > 0);
}

const clientPaths: readonly ClientPath[] = clientRows.flat();

/** Picks the form's values from a client. */
export function clientInput({ businessAddress, externalId = '', email = '', ...own }: ClientInput): ClientInput {
  const { name, businessOwner, businessName, website, phoneNumber, industry } = own;
  const { street, city, state, zip } = businessAddress;
  return {
    ...{ name, externalId, email, businessOwner, businessName, website, phoneNumber, industry },
    businessAddress: { street, city, state, zip },
  };
}

/**
 * Returns the PATCH body: each top-level field that differs from the saved values. An address is sent whole; an empty
 * external id or e-mail becomes null.
 */
export function clientChanges(values: ClientInput, clean: ClientInput): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(requestFieldsOf(clean)));
  return Object.fromEntries(
    Object.entries(requestFieldsOf(values)).filter(([name, value]) => !isEqual(value, before.get(name))),
  );
}

const requestFieldsOf = (values: ClientInput) => ({
  ...values,
  externalId: values.externalId || null,
  email: values.email || null,
});

/**
 * Maps the JSON pointer of an API error to an input: `/businessAddress/zip` becomes businessAddress.zip. Returns
 * undefined for any other field.
 */
export function clientPathOf(pointer: string): ClientPath | undefined {
  const name = pointer.slice(1).replaceAll('/', '.');
  return clientPaths.find((path) => path === name);
}

/** Client-side validation of one input (spec 5): the error message, or undefined. */
export function clientFieldError(path: ClientPath, value: string | undefined): string | undefined {
  const { label, isRequired } = clientField(path);
  return isRequired && !value?.trim() ? `Missing required field: ${label}` : undefined;
}

/** Normalizes the values before they are sent: trims them, and omits an empty external id or e-mail. */
export function normalizeClient(values: ClientInput): ClientInput {
  const { businessAddress, externalId = '', email = '', ...rest } = values;
  const optionalFields = Object.entries(trimmed({ externalId, email })).filter(([, text]) => text !== '');
  return { ...trimmed(rest), businessAddress: trimmed(businessAddress), ...Object.fromEntries(optionalFields) };
}

function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  const result = { ...texts };
  for (const name in texts) Object.assign(result, { [name]: texts[name]?.trim() });
  return result;
}
