import { type ReactElement, useRef, useSyncExternalStore } from 'react';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { additionalFields, mayWrite, orderFields } from '#schemas/orders/order-fields.ts';
import { stageOf } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { labelOf, valueLabel } from '#schemas/resource/resource.ts';
import type { FieldProblem } from '../../api/ApiError.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { DateInput } from '../../forms/dates/DateInput.tsx';
import type { TypedKind } from '../../forms/typed/typedField.ts';
import { type DatePrecision, lineKind, type NumberFieldOptions, numberKind } from '../../forms/typed/typedKinds.ts';
import { useControlledSource } from '../../forms/typed/useControlledSource.ts';
import { useTypedInput } from '../../forms/typed/useTypedInput.ts';
import { Field, type FieldControl } from '../../look/Field.tsx';
import styles from './OrderEditor.module.css';
import type { OrderDraft } from './orderDraft.ts';
import { editOf, undoHistoryOf } from './UndoHistory.tsx';

/**
 * The additional fields of an order: those in its schema and field table beside client, form and lines. Each is
 * rendered by its kind.
 */
export function AdditionalFields({
  draft,
  order,
  rights,
  isChanging,
  problems,
}: {
  draft: OrderDraft;
  order: PopulatedOrder;
  rights: OrderRights;
  /** Whether a closed order is being changed. A field that is empty and read-only is left out. */
  isChanging: boolean;
  problems: readonly FieldProblem[];
}) {
  const values = useSyncExternalStore(draft.subscribe, draft.additionalFields.values);
  const valuesByName = new Map<string, unknown>(Object.entries(values));
  return (
    <div className={styles.further}>
      {additionalFields.map((name) => {
        const field = orderFields[name];
        const isReadOnly = !(isChanging
          ? field.transitions.includes('change')
          : mayWrite(field, stageOf(order), rights));
        const isEmpty = (valuesByName.get(name) ?? null) === null;
        // A wrapper without an input would take a column of the grid.
        if (!inputOf(name) || (isReadOnly && isEmpty)) return null;
        return (
          <div key={name} id={`order-${name}`}>
            <AdditionalFieldInput
              name={name}
              value={valuesByName.get(name)}
              isReadOnly={isReadOnly}
              error={problems.find(({ path }) => path === `/${name}`)?.message}
              onChange={(value) => setField(draft, name, value)}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Sets an additional field, as a step that can be undone. */
function setField(draft: OrderDraft, name: string, mine: unknown): void {
  const { values, set } = draft.additionalFields;
  const read = (): unknown => new Map<string, unknown>(Object.entries(values())).get(name) ?? null;
  const place = { key: name, name: fieldLabel(name), element: `order-${name}` };
  undoHistoryOf(draft).record(editOf({ ...place, before: read(), mine, read, write: (value) => set(name, value) }));
  set(name, mine);
}

const fieldLabel = (name: string): string => schema.properties[name]?.title ?? labelOf(name);

/** The labeled input of an additional field, by its kind; nothing for a kind without an input. */
export function AdditionalFieldInput({
  name,
  error,
  ...rest
}: Pick<InputProps, 'value' | 'isReadOnly' | 'onChange'> & { name: string; error?: string | undefined }) {
  const property = schema.properties[name] ?? {};
  const input = inputOf(name);
  if (!input) return null;
  const label = fieldLabel(name);
  return (
    <Field label={label} {...(property.description ? { hint: property.description } : {})} error={error}>
      {(control) => input({ control, property, label, ...rest })}
    </Field>
  );
}

const inputOf = (name: string): Input | undefined => inputs[propertyKindOf(schema.properties[name] ?? {}, name)];

interface InputProps {
  control: FieldControl;
  property: Property;
  label: string;
  value: unknown;
  isReadOnly: boolean;
  onChange: (value: unknown) => void;
}

type Input = (props: InputProps) => ReactElement;

/** An input for a text or number in one line; an empty one is null. */
function TypedLine({ kind, isNumber = false, ...props }: InputProps & { kind: TypedKind; isNumber?: boolean }) {
  const { control, property, value, isReadOnly, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const source = useControlledSource({
    value: value ?? undefined,
    onChange: (next) => onChange(next === '' ? null : (next ?? null)),
  });
  const { events } = useTypedInput({ input, kind, source });
  return (
    <input
      {...control}
      ref={input}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={property.maxLength}
      readOnly={isReadOnly}
      {...(isReadOnly ? {} : events)}
    />
  );
}

const line: Input = (props) => <TypedLine {...props} kind={lineKind} />;

function number(options: NumberFieldOptions): Input {
  const kind = numberKind(options);
  return (props) => <TypedLine {...props} kind={kind} isNumber />;
}

const date =
  (picking: DatePrecision): Input =>
  ({ control, label, value, isReadOnly, onChange }) => (
    <DateInput
      picking={picking}
      name={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : next)}
      control={{ ...control, readOnly: isReadOnly }}
      hasBox
    />
  );

const lines: Input = ({ control, value, isReadOnly, onChange }) => (
  <textarea
    {...control}
    value={typeof value === 'string' ? value : ''}
    readOnly={isReadOnly}
    onChange={(event) => onChange(event.target.value || null)}
  />
);

const choice: Input = ({ control, property, value, isReadOnly, onChange }) => (
  <select
    {...control}
    value={String(value ?? '')}
    disabled={isReadOnly}
    onChange={(event) => onChange(event.target.value || null)}
  >
    {(property.enum ?? []).map((each) => (
      <option key={String(each)} value={String(each ?? '')}>
        {each === null ? '–' : valueLabel(each, property)}
      </option>
    ))}
  </select>
);

const check: Input = ({ control: { className: _, ...control }, value, isReadOnly, onChange }) => (
  <input
    {...control}
    type="checkbox"
    checked={value === true}
    disabled={isReadOnly}
    onChange={(event) => onChange(event.target.checked)}
  />
);

/** The input for each kind of property; kinds without one have an editor of their own. */
const inputs: Readonly<Record<PropertyKind, Input | undefined>> = {
  text: line,
  longText: lines,
  markdown: lines,
  email: line,
  phone: line,
  colour: line,
  date: date('day'),
  dateTime: date('moment'),
  number: number({}),
  integer: number({ precision: 0 }),
  money: number({ money: 'shown' }),
  boolean: check,
  enum: choice,
  reference: undefined,
  list: undefined,
  object: undefined,
  map: undefined,
};
