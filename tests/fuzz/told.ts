import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formats } from '#schemas/texts/texts.ts';
import type { Document, Operated } from './calls.ts';

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** What may refuse every request before its call is looked at: its size, its type, its address, a signature that is none. */
const ofEveryCall = [400, 401, 404, 413, 414, 415, 431];

/** Tells what of an answer the document does not promise; nothing of one that it does. */
export function answersOf({ components }: Document): (operated: Operated, answered: Answered) => string | undefined {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, { fits }] of Object.entries(formats)) ajv.addFormat(name, fits);
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
    // Too much at once is an answer, too, when it says when to come again.
    if (status === 503 && headers.has('retry-after')) return undefined;
    if (status >= 500) return 'it failed';
    if (status === 304) return undefined;
    const response = operation.responses[status];
    if (!response && !ofEveryCall.includes(status)) return 'the document knows no such status of it';
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (status >= 400 && type !== 'application/json') return `a refusal is ${type}`;
    if (type !== 'application/json') return undefined;
    const schema = response?.content?.['application/json']?.schema ?? components.schemas[`Error${status}`];
    return schema && check(schema, text);
  };
}
