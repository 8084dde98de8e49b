import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { textFormats } from '#schemas/texts/formats.ts';
import type { GeneratedOperation, OpenApiDocument } from './random-calls.ts';

export interface DocumentedResponses {
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses that any request may get before its route runs: size, content type, address, invalid signature. */
const ofEveryCall = [400, 401, 404, 413, 414, 415, 431];

/** Compares a response with the OpenAPI document; returns what is undocumented, or undefined. */
export function undocumentedPartsOf({
  components,
}: OpenApiDocument): (operated: GeneratedOperation, answered: DocumentedResponses) => string | undefined {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);
  ajv.addSchema({ $id: 'document', components });
  const compiled = new Map<string, ValidateFunction>();
  const check = (schema: object, text: string): string | undefined => {
    const written = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const fits = compiled.get(written) ?? ajv.compile(JSON.parse(written));
    compiled.set(written, fits);
    const value: unknown = JSON.parse(text);
    return fits(value) ? undefined : `its body does not fit: ${ajv.errorsText(fits.errors)}`;
  };
  return ({ operation }, { status, headers, text }) => {
    // A rate limit or overload response is fine when it has Retry-After.
    if (status === 503 && headers.has('retry-after')) return undefined;
    if (status >= 500) return 'it failed';
    if (status === 304) return undefined;
    const response = operation.responses[status];
    if (!response && !ofEveryCall.includes(status)) return 'the status is not documented';
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (status >= 400 && type !== 'application/json') return `an error response is ${type}`;
    if (type !== 'application/json') return undefined;
    const schema = response?.content?.['application/json']?.schema ?? components.schemas[`Error${status}`];
    return schema && check(schema, text);
  };
}
