import { type ReactNode, useSyncExternalStore } from 'react';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { furtherFields } from '#schemas/orders/order-fields.ts';
import { type Kind, kindOf } from '#schemas/resource/kind.ts';
import { labelOf, valueLabel } from '#schemas/resource/resource.ts';
import type { FieldProblem } from '../api/ApiError.ts';
import { Field, type FieldControl } from '../look/Field.tsx';
import styles from './OrderEditor.module.css';
import type { OrderDraft } from './orderDraft.ts';

/** The fields of an order that its schema and the table of fields have beside client, form and lines, each by its kind. */
export function FurtherFields({
  draft,
  isReadOnly,
  problems,
}: {
  draft: OrderDraft;
  isReadOnly: boolean;
  problems: readonly FieldProblem[];
}) {
  const values = useSyncExternalStore(draft.watch, draft.further.values);
  const valueOf = new Map<string, unknown>(Object.entries(values));
  return (
    <div className={styles.further}>
      {furtherFields.map((name: string) => {
        const property = schema.properties[name] ?? {};
        const input = inputs[kindOf(property, name)];
        if (!input) return null;
        return (
          <Field
            key={name}
            label={property.title ?? labelOf(name)}
            {...(property.description ? { hint: property.description } : {})}
            error={problems.find(({ path }) => path === `/${name}`)?.message}
          >
            {(control) =>
              input({
                control,
                property,
                value: valueOf.get(name),
                isReadOnly,
                onChange: (value) => draft.further.set(name, value),
              })
            }
          </Field>
        );
      })}
    </div>
  );
}

interface InputProps {
  control: FieldControl;
  property: Property;
  value: unknown;
  isReadOnly: boolean;
  onChange: (value: unknown) => void;
}

type Input = (props: InputProps) => ReactNode;

/** A line of text of an input's own type; an empty one is no value. */
const line =
  (type: string): Input =>
  ({ control, property, value, isReadOnly, onChange }) => (
    <input
      {...control}
      type={type}
      value={value === null || value === undefined ? '' : String(value)}
      maxLength={property.maxLength}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );

const amount: Input = (props) =>
  line('number')({ ...props, onChange: (text) => props.onChange(text === null ? null : Number(text)) });

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

/** How a property of each kind is filled in; what has no input here has an editor of its own. */
const inputs: Readonly<Record<Kind, Input | undefined>> = {
  text: line('text'),
  longText: lines,
  markdown: lines,
  email: line('email'),
  phone: line('tel'),
  colour: line('color'),
  date: line('date'),
  dateTime: line('text'),
  number: amount,
  integer: amount,
  money: amount,
  boolean: check,
  enum: choice,
  reference: undefined,
  list: undefined,
  object: undefined,
  map: undefined,
};
