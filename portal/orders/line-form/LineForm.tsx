import Form, { type IChangeEvent } from '@rjsf/core/lib/components/Form.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useState } from 'react';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { Uploads } from '../../forms/files/uploads.ts';
import { focusFirstField } from '../../forms/widgets/rowFocus.ts';
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from './choiceWidgets.tsx';
import { DateTimeWidget, DateWidget, TimeWidget } from './dateWidgets.tsx';
import { type DataProblem, errorSchema } from './errorSchema.ts';
import { FileWidget } from './FileWidget.tsx';
import type { LineFormContext } from './lineFormContext.ts';
import { isMarkedOptionalIn } from './lineMark.ts';
import { type LineValidator, rjsfSchema, uncheckedForm } from './lineValidator.ts';
import { TextareaWidget, TextWidget } from './TextWidget.tsx';
import { templates } from './templates.tsx';

export interface LineFormProps {
  /** The id of the line on the page, with which those of its fields begin. */
  id: string;
  /** The line's name. */
  name: string;
  schema: JsonMap;
  data: JsonMap;
  /** What is wrong with the data, by pointers into them. */
  problems: readonly DataProblem[];
  /** Whether all of it is told, as after a try, or that of fields that were left. */
  isTold: boolean;
  /** Where it is loaded: until then the server alone says what is wrong. */
  validator?: LineValidator | undefined;
  uploads: Uploads;
  /** Where a problem is that was gone to; another object each time. */
  sought?: { path: string } | undefined;
  onType: (data: JsonMap) => void;
}

/** The data of a line to fill in, as its product's schema asks for them (design 6). */
export function LineForm({
  id,
  name,
  data,
  problems,
  isTold,
  validator,
  uploads,
  sought,
  onType,
  ...props
}: LineFormProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const schema = useMemo(() => rjsfSchema(props.schema), [props.schema]);
  const told = problems.filter(({ path }) => isTold || left.has(fieldId(id, path)));
  // The form takes another object for other errors, and paints all of itself.
  const text = JSON.stringify(told);
  const errors = useMemo(() => errorSchema(JSON.parse(text)), [text]);
  const isMarkedOptional = useMemo(() => isMarkedOptionalIn(schema), [schema]);
  const context = useMemo(
    (): LineFormContext => ({ uploads, name, isMarkedOptional }),
    [uploads, name, isMarkedOptional],
  );
  useEffect(() => {
    if (sought) focusField(id, sought.path);
  }, [id, sought]);
  return (
    <Form<JsonMap, RJSFSchema, LineFormContext>
      tagName="div"
      idPrefix={id}
      schema={schema}
      formData={data}
      formContext={context}
      validator={validator?.form ?? uncheckedForm}
      fields={fields}
      widgets={widgets}
      templates={templates}
      extraErrors={errors}
      showErrorList={false}
      noHtml5Validate
      // The server has filled in what a new line begins with; what is empty here was emptied by somebody.
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
      }}
      onChange={({ formData }: IChangeEvent<JsonMap, RJSFSchema, LineFormContext>) => onType(formData ?? {})}
      onBlur={(field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field])))}
    >
      {/* Saving is the order's. */}
      <span hidden />
    </Form>
  );
}

/** The package's own field of numbers rewrites what is typed: it takes the end of 200.5.0 off, and knows the browser's decimal mark. */
const fields = { NumberField: StringField };

const widgets = {
  TextWidget,
  PasswordWidget: TextWidget,
  EmailWidget: TextWidget,
  URLWidget: TextWidget,
  ColorWidget: TextWidget,
  UpDownWidget: TextWidget,
  RangeWidget: TextWidget,
  TextareaWidget,
  SelectWidget,
  CheckboxWidget,
  CheckboxesWidget,
  RadioWidget,
  DateWidget,
  DateTimeWidget,
  TimeWidget,
  FileWidget,
};

const fieldId = (id: string, path: string) => [id, ...keysOf(path)].join('_');

/** The field of a problem, else the nearest place around it that is there. */
function focusField(id: string, path: string): void {
  const keys = keysOf(path);
  for (let length = keys.length; length >= 0; length -= 1) {
    const place = [id, ...keys.slice(0, length)].join('_');
    if (!document.getElementById(place)) continue;
    focusFirstField(place);
    return;
  }
}
