import type { FieldPathByValue } from 'react-hook-form';
import { mayWriteField } from '#schemas/access/field-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { ClientInput, User } from '#schemas/generated/types.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';

/** The name of an input of the client form: a path into the record. */
export type ClientPath = FieldPathByValue<ClientInput, string | undefined>;

/**
 * The layout of the form, row by row. Everything else follows this table: what is read, compared and sent, the read view
 * and the CSV columns. Labels and required flags come from the schema.
 */
export const clientRows = [
  ['name', 'industry'],
  ['businessName', 'businessOwner'],
  ['businessAddress.street'],
  ['businessAddress.city', 'businessAddress.state', 'businessAddress.zip'],
  ['phoneNumber', 'website'],
  ['email'],
  ['externalId'],
] as const satisfies readonly (readonly ClientPath[])[];

const clientPaths: readonly ClientPath[] = clientRows.flat();

/** The properties of a client that have an input, in the order of the form. */
export const clientProperties: readonly string[] = Array.from(
  new Set(clientPaths.map((path) => path.replace(/\..*/, ''))),
);

/** The type checker reports a required property that is missing here. */
const requiredProperties: ClientInput = {
  name: '',
  businessOwner: '',
  businessName: '',
  businessAddress: { street: '', city: '', state: '', zip: '' },
  website: '',
  phoneNumber: '',
  industry: '',
};

export const emptyClient = clientInput(requiredProperties);

const fields = new Map<string, Field>(
  fieldsOf(clientSchema, 'Client').flatMap((field): [string, Field][] => [
    [field.name, field],
    ...fieldsOf(field.property, `Client/${field.name}`).map((inner): [string, Field] => [
      `${field.name}.${inner.name}`,
      inner,
    ]),
  ]),
);

/** Returns the schema field behind an input or a property. Throws an Error for a path that the schema lacks. */
export function clientField(path: string): Field {
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

/** Picks the form's values from a client. */
export function clientInput(client: ClientInput): ClientInput {
  return mapTexts(client, (text) => text);
}

/** Copies the properties of the form. `change` returns the new text of an input, or undefined to omit it. */
function mapTexts(client: ClientInput, change: (text: string, path: ClientPath) => string | undefined): ClientInput {
  const properties: Record<string, unknown> = {};
  for (const path of clientPaths) {
    const text = change(textAt(client, path), path);
    const [name = '', inner] = path.split('.');
    if (text === undefined) continue;
    const outer = properties[name];
    properties[name] = inner === undefined ? text : { ...(isRecord(outer) && outer), [inner]: text };
  }
  return { ...requiredProperties, ...properties };
}

function textAt(client: ClientInput, path: ClientPath): string {
  const value = path.split('.').reduce<unknown>((outer, name) => (isRecord(outer) ? outer[name] : undefined), client);
  return typeof value === 'string' ? value : '';
}

/** Returns the text of a property for display. The texts of an object are joined by commas. */
export function clientText(client: ClientInput, property: string): string {
  const paths = clientPaths.filter((path) => path === property || path.startsWith(`${property}.`));
  return paths.flatMap((path) => textAt(client, path) || []).join(', ');
}

/**
 * Returns the PATCH body: each top-level property that differs from the saved values. An address is sent whole; an
 * empty optional property becomes null.
 */
export function clientChanges(values: ClientInput, clean: ClientInput): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(normalizeClient(clean)));
  const after = new Map<string, unknown>(Object.entries(normalizeClient(values)));
  const changed = clientProperties.filter((name) => !isEqual(after.get(name), before.get(name)));
  return Object.fromEntries(changed.map((name) => [name, after.get(name) ?? null]));
}

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

/** Normalizes the values before they are sent: trims them, and omits an empty optional one. */
export function normalizeClient(values: ClientInput): ClientInput {
  return mapTexts(values, (text, path) => text.trim() || (clientField(path).isRequired ? '' : undefined));
}
