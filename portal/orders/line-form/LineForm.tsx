import Form, { type IChangeEvent } from '@rjsf/core/lib/components/Form.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { DateInput } from '../../forms/dates/DateInput.tsx';
import field from '../../forms/fields/Field.module.css';
import { FileUpload } from '../../forms/files/FileUpload.tsx';
import type { Uploads } from '../../forms/files/uploads.ts';
import type { DatePrecision } from '../../forms/typed/typedKinds.ts';
import { focusFirstField } from '../../forms/widgets/rowFocus.ts';
import { fileQuery, useFile } from '../lines/useFile.ts';
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from './choiceWidgets.tsx';
import { type DataProblem, errorSchema } from './errorSchema.ts';
import { describedBy, type LineFormContext, type WidgetProps } from './lineFormContext.ts';
import { isMarkedOptionalIn } from './lineMark.ts';
import { fallbackValidator, type LineValidator, rjsfSchema } from './lineValidator.ts';
import { lineDate, TextareaWidget, TextWidget } from './TextWidget.tsx';
import { templates } from './templates.tsx';

/** The date input. */
const DateWidget = (props: WidgetProps) => <TypedDate {...props} picking="day" />;

/** The date-time input, in UTC. */
const DateTimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="moment" />;

/** The time input. */
const TimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="time" />;

function TypedDate({ picking, ...props }: WidgetProps & { picking: DatePrecision }) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <DateInput
      picking={picking}
      name={label}
      value={lineDate(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      onLeave={() => onBlur(id, value)}
      control={{ id, className: field.control, disabled, readOnly: readonly, ...describedBy(props) }}
    />
  );
}

export interface LineFormProps {
  /** The DOM id of the line, the prefix of its fields' ids. */
  id: string;
  /** The display name of the line. */
  name: string;
  schema: JsonMap;
  data: JsonMap;
  /** The validation problems of the data; paths are JSON pointers into it. */
  problems: readonly DataProblem[];
  /** Whether to show all problems, as after a failed submit, or only those of fields that lost the focus. */
  showsAllProblems: boolean;
  /** Undefined until it is loaded: then only the server validates. */
  validator?: LineValidator | undefined;
  uploads: Uploads;
  /** The problem to focus; a new object each time. */
  sought?: { path: string } | undefined;
  onType: (data: JsonMap) => void;
}

/** The form for a line's data, rendered from the product's JSON schema with RJSF (design 6). */
export function LineForm({
  id,
  name,
  data,
  problems,
  showsAllProblems,
  validator,
  uploads,
  sought,
  onType,
  ...props
}: LineFormProps) {
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<string>>(new Set());
  const schema = useMemo(() => rjsfSchema(props.schema), [props.schema]);
  const visibleProblems = problems.filter(({ path }) => showsAllProblems || visitedFields.has(fieldId(id, path)));
  // Compared by content, because a new errors object re-renders the whole form.
  const problemsJson = JSON.stringify(visibleProblems);
  const errors = useMemo(() => errorSchema(JSON.parse(problemsJson)), [problemsJson]);
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
      validator={validator?.form ?? fallbackValidator}
      fields={fields}
      widgets={widgets}
      templates={templates}
      extraErrors={errors}
      showErrorList={false}
      noHtml5Validate
      // The server has already set the defaults of a new line; an empty field was emptied on purpose.
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
      }}
      onChange={({ formData }: IChangeEvent<JsonMap, RJSFSchema, LineFormContext>) => onType(formData ?? {})}
      onBlur={(field) => setVisitedFields((before) => (before.has(field) ? before : new Set([...before, field])))}
    >
      {/* Hides RJSF's submit button; the order has its own save button. */}
      <span hidden />
    </Form>
  );
}

/**
 * Replaces RJSF's NumberField, which rewrites the input: it truncates 200.5.0, and uses the browser's decimal
 * separator.
 */
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

/** Focuses the field of a problem, or the closest ancestor that is rendered. */
function focusField(id: string, path: string): void {
  const keys = keysOf(path);
  for (let length = keys.length; length >= 0; length -= 1) {
    const place = [id, ...keys.slice(0, length)].join('_');
    if (!document.getElementById(place)) continue;
    focusFirstField(place);
    return;
  }
}

/**
 * The input for a file id (format `file`): the file is uploaded as soon as it is chosen or dropped, and belongs to the
 * order after a save.
 */
function FileWidget(props: WidgetProps) {
  const { id, disabled, readonly, registry, onChange, onBlur } = props;
  const value: unknown = props.value;
  const fileId = typeof value === 'string' ? value : '';
  const file = useFile(fileId);
  const cache = useQueryClient();
  const { uploads } = registry.formContext;
  return (
    <FileUpload
      id={id}
      uploads={uploads}
      files={fileId === '' ? [] : [file]}
      isMultiple={false}
      isLocked={readonly}
      isDisabled={disabled}
      described={describedBy(props)}
      add={(uploaded) => {
        cache.setQueryData(fileQuery(uploaded.id).queryKey, uploaded);
        onChange(uploaded.id);
      }}
      remove={() => onChange(undefined)}
      leave={() => onBlur(id, value)}
    />
  );
}
