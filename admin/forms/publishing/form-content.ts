import { useFormContext, useWatch } from 'react-hook-form';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';

/** Content that is published together: the form's schema and its examples. */
export type FormContent = Pick<Form, 'formSchema' | 'examples'>;

/** Reads and writes the content in the page's form. `formSchema` may be invalid JSON. */
export function useTypedContent(): { typed: FormContent; put: (content: Partial<FormContent>) => void } {
  const { setValue } = useFormContext<FormContent>();
  const formSchema: JsonMap = useWatch<FormContent, 'formSchema'>({ name: 'formSchema' });
  const examples = useWatch<FormContent, 'examples'>({ name: 'examples' }) ?? none;
  const how = { shouldDirty: true, shouldValidate: true };
  return {
    typed: { formSchema, examples },
    put: (content) => {
      if (content.formSchema) setValue('formSchema', content.formSchema, how);
      if (content.examples) setValue('examples', content.examples, how);
    },
  };
}

const none: Form['examples'] = [];

/** Compares two contents deeply. */
export const isContentEqual = (one: FormContent, other: FormContent): boolean =>
  isEqual(one.formSchema, other.formSchema) && isEqual(one.examples, other.examples);
