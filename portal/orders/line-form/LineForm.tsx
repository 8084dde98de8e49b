import Form, { type IChangeEvent } from '@rjsf/core/lib/components/Form.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { EnumOptionsType, RJSFSchema } from '@rjsf/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { DateInput } from '../../forms/dates/DateInput.tsx';
import choice from '../../forms/fields/Choice.module.css';
import field from '../../forms/fields/Field.module.css';
import { FileUpload } from '../../forms/files/FileUpload.tsx';
import type { Uploads } from '../../forms/files/uploads.ts';
import type { DatePrecision } from '../../forms/typed/typedKinds.ts';
import { focusFirstField } from '../../forms/widgets/rowFocus.ts';
import { isTyping } from '../../keys/useShortcut.ts';
import { fileQuery, useFile } from '../lines/useFile.ts';
import { type DataProblem, errorSchema } from './errorSchema.ts';
import styles from './LineForm.module.css';
import { describedBy, type LineFormContext, type WidgetProps } from './lineFormContext.ts';
import { isMarkedOptionalIn } from './lineMark.ts';
import { fallbackValidator, type LineValidator, rjsfSchema } from './lineValidator.ts';
import { lineDate, TextareaWidget, TextWidget } from './TextWidget.tsx';
import { templates } from './templates.tsx';

const optionsOf = ({ options }: WidgetProps): EnumOptionsType[] => options.enumOptions ?? [];

/**
 * The select for one value; checkboxes if the schema is a list. A value that is no longer an option stays visible and
 * is marked.
 */
function SelectWidget(props: WidgetProps) {
  if (props.multiple) return <CheckboxesWidget {...props} />;
  const { id, name, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const options = optionsOf(props);
  const chosen = options.findIndex((option) => isEqual(option.value, value));
  // RJSF renders the selector of oneOf/anyOf without a label.
  const isAlone = /__(one|any)of_select$/.test(name);
  return (
    <select
      id={id}
      className={field.control}
      value={chosen}
      // The full text, because a narrow column truncates it.
      title={options[chosen]?.label}
      disabled={disabled || readonly}
      aria-label={isAlone ? label : undefined}
      {...describedBy(props)}
      onChange={({ currentTarget }) => onChange(options[Number(currentTarget.value)]?.value)}
      onBlur={() => onBlur(id, value)}
    >
      {(chosen < 0 || !props.required) && <option value={-1}>{withoutChoice(chosen < 0 ? value : undefined)}</option>}
      {options.map((option, index) => (
        <option key={option.label} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const withoutChoice = (value: unknown) =>
  value === undefined || value === null || value === '' ? 'Choose…' : `${String(value)} (no longer an option)`;

/** The checkbox for a boolean. */
function CheckboxWidget(props: WidgetProps) {
  const { id, label, value, disabled, readonly, onChange, onBlur } = props;
  const described = describedBy(props);
  return (
    <label className={choice.option}>
      <input
        type="checkbox"
        className={choice.mark}
        id={id}
        checked={value === true}
        disabled={disabled || readonly}
        aria-invalid={described['aria-invalid']}
        aria-describedby={described['aria-describedby']}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        onBlur={() => onBlur(id, value)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A group of checkboxes for several values, in the order of the options. */
function CheckboxesWidget(props: WidgetProps) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const values: unknown[] = Array.isArray(props.value) ? props.value : [];
  const options = optionsOf(props);
  const isChosen = (option: EnumOptionsType) => values.some((each) => isEqual(each, option.value));
  const toggle = (changed: EnumOptionsType, isOn: boolean) =>
    onChange(options.filter((option) => (option === changed ? isOn : isChosen(option))).map(({ value }) => value));
  return (
    <fieldset
      className={`${choice.block} ${styles.bare}`}
      aria-label={label}
      aria-describedby={describedBy(props)['aria-describedby']}
    >
      {options.map((option, index) => (
        <label key={option.label} className={choice.option}>
          <input
            type="checkbox"
            className={choice.mark}
            // The first checkbox has the group's id, which problems jump to.
            id={index === 0 ? id : undefined}
            checked={isChosen(option)}
            disabled={disabled || readonly}
            onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
            onBlur={() => onBlur(id, values)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A group of radio buttons. */
function RadioWidget(props: WidgetProps) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <div className={choice.inline} role="radiogroup" aria-label={label} {...describedBy(props)}>
      {optionsOf(props).map((option, index) => (
        <label key={option.label} className={choice.option}>
          <input
            type="radio"
            className={choice.mark}
            id={index === 0 ? id : undefined}
            name={id}
            checked={isEqual(option.value, value)}
            disabled={disabled || readonly}
            onChange={() => onChange(option.value)}
            onBlur={() => onBlur(id, value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

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
  /** A new object each time. */
  sought?: SoughtField | undefined;
  onType: (data: JsonMap) => void;
}

/** The field to focus. */
export interface SoughtField {
  path: string;
  /** The focused element at that time. A text field that was entered since keeps the focus, as this form loads late. */
  from: Element | null;
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
    const { activeElement } = document;
    if (sought && (activeElement === sought.from || !isTyping(activeElement))) focusField(id, sought.path);
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
