import { Box, Button, Popover, Typography } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import {
  AutocompleteArrayInput,
  CheckboxGroupInput,
  Form,
  RadioButtonGroupInput,
  ReferenceArrayInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { relativeDateLabels } from '#schemas/typed-values/relative-days.ts';
import { defaultSort, resourceByName } from '../catalogue.ts';
import { enumChoices, LazyDateTextInput, searchQuery } from '../scalar-inputs.tsx';
import { LineTextInput, MoneyTextInput, NumberTextInput, type TypedInputProps } from '../typed-inputs.tsx';
import {
  type Condition,
  dayOf,
  type FilterKind,
  filterKindOf,
  itemOf,
  momentOf,
  type Operator,
  operators,
  relativeDateWords,
} from './conditions.ts';

interface FilterEditorProps {
  field: Field;
  /** The operators to choose from. */
  offered: Operator[];
  condition: Condition | undefined;
  anchor: HTMLElement;
  /** Undefined removes the filter. */
  onApply: (condition: Condition | undefined) => void;
  onClose: () => void;
}

/** Choices of the editor: the operators, and `is` with several texts. */
type Choice = Operator | 'oneOf';

function choiceWords(field: Field, choice: Choice): string {
  const isMultiple = ['choice', 'reference'].includes(filterKindOf(field) ?? '');
  const words: Record<Choice, string> = {
    is: isMultiple ? 'is any of' : 'is',
    oneOf: 'is any of',
    not: isMultiple ? 'is none of' : 'is not',
    contains: 'contains',
    between: 'is between',
    relative: 'is in',
    empty: 'is empty',
    any: 'is not empty',
  };
  return words[choice];
}

/** Popover for a filter's operator and values. */
export function FilterEditor({ field, offered, condition, anchor, onApply, onClose }: FilterEditorProps) {
  const kind = filterKindOf(field);
  const isMoments = kind === 'moments';
  const { operator = offered[0], values = [], from, to } = condition ?? {};
  // A link or another client may have stored an operator that is not offered.
  const all = operator && !offered.includes(operator) ? [...offered, operator] : offered;
  const choices = all.flatMap((each): Choice[] => (each === 'is' && kind === 'text' ? ['is', 'oneOf'] : [each]));
  const record = {
    operator: operator === 'is' && kind === 'text' && values.length > 1 ? 'oneOf' : operator,
    values,
    value: values[0] ?? (kind === 'text' ? '' : null),
    lines: values.join('\n'),
    period: operator === 'relative' ? values[0] : firstPeriod,
    from: isMoments ? dayOf(from) : from,
    to: isMoments ? dayOf(to) : to,
  };
  const title = `filter-${field.name}`;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { p: 2, width: 320 } } }}
    >
      <Form
        record={record}
        onSubmit={(formValues: Record<string, unknown>) => onApply(readOf(field, formValues))}
        disableInvalidFormNotification
      >
        <Typography id={title} variant="subtitle2" component="h2" sx={{ mb: 1 }}>
          {field.label}
        </Typography>
        {choices.length > 1 ? (
          <RadioButtonGroupInput
            source="operator"
            label={false}
            aria-label={`${field.label}: condition`}
            helperText={false}
            choices={choices.map((id) => ({ id, name: choiceWords(field, id) }))}
          />
        ) : null}
        <Values field={field} />
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
          <Button size="small" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" variant="contained" type="submit">
            Apply
          </Button>
        </Box>
      </Form>
    </Popover>
  );
}

/** Parses the form's values to a condition; undefined if nothing was entered. */
function readOf(field: Field, formValues: Record<string, unknown>): Condition | undefined {
  const { lines, period, value, values } = formValues;
  const kind = filterKindOf(field);
  const withValues = (operator: Operator, given: unknown[]): Condition | undefined => {
    const selected = given.filter((each) => each !== '' && each !== null && each !== undefined);
    return selected.length > 0 ? { operator, values: selected } : undefined;
  };
  if (formValues.operator === 'oneOf') return withValues('is', linesOf(lines));
  const operator = operators.find((each) => each === formValues.operator) ?? 'is';
  if (operator === 'empty' || operator === 'any') return { operator };
  if (operator === 'relative') return withValues(operator, [period]);
  if (operator !== 'between')
    return withValues(operator, kind === 'choice' || kind === 'reference' ? [values].flat() : [value]);
  const from = kind === 'moments' ? momentOf(formValues.from, 'first') : (formValues.from ?? undefined);
  const to = kind === 'moments' ? momentOf(formValues.to, 'last') : (formValues.to ?? undefined);
  return from === undefined && to === undefined ? undefined : { operator, from, to };
}

const linesOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split('\n').map((each) => each.trim()) : [];

function Values({ field }: { field: Field }) {
  const operator: unknown = useWatch({ name: 'operator' });
  const kind = filterKindOf(field);
  if (!kind || operator === 'empty' || operator === 'any') return null;
  if (operator === 'relative') return <PeriodInput />;
  if (operator === 'between') return <Ends Input={endsOf[field.kind] ?? NumberTextInput} />;
  if (operator === 'oneOf')
    return <TextInput source="lines" label={`${field.label}, one per line`} helperText={false} multiline minRows={2} />;
  const Input = inputs[kind];
  return <Input field={itemOf(field)} />;
}

const [firstPeriod = 'today'] = Object.keys(relativeDateLabels);

/** Select of relative dates; also offers the current one, which another client may have stored. */
function PeriodInput() {
  const current: unknown = useWatch({ name: 'period' });
  const offered = Object.keys(relativeDateLabels);
  const all = typeof current === 'string' && !offered.includes(current) ? [...offered, current] : offered;
  return (
    <SelectInput
      source="period"
      label="Period"
      helperText={false}
      isRequired
      choices={all.map((id) => ({ id, name: relativeDateWords(id) }))}
    />
  );
}

const yesNo = [
  { id: true, name: 'Yes' },
  { id: false, name: 'No' },
];

const inputs: Record<FilterKind, (props: { field: Field }) => ReactNode> = {
  text: ({ field }) => <LineTextInput source="value" label={field.label} autoFocus />,
  choice: ({ field }) => (
    <Box role="group" aria-label={field.label}>
      <CheckboxGroupInput
        source="values"
        label={false}
        helperText={false}
        row={false}
        choices={field.kind === 'boolean' ? yesNo : enumChoices(field.property)}
      />
    </Box>
  ),
  reference: ({ field }) => {
    const target = resourceByName(field.property['x-ref'] ?? '');
    if (!target) return <TextInput source="values" label={field.label} helperText={false} />;
    return (
      <ReferenceArrayInput source="values" reference={target.path} sort={defaultSort(target)}>
        <AutocompleteArrayInput label={field.label} filterToQuery={searchQuery} helperText={false} />
      </ReferenceArrayInput>
    );
  },
  numbers: SingleValue,
  days: SingleValue,
  moments: SingleValue,
};

const DayTextInput = (props: TypedInputProps) => <LazyDateTextInput {...props} picking="day" />;

const endsOf: Partial<Record<PropertyKind, ComponentType<TypedInputProps>>> = {
  integer: (props) => <NumberTextInput {...props} isWhole />,
  money: (props) => <MoneyTextInput {...props} currency="USD" />,
  date: DayTextInput,
  dateTime: DayTextInput,
};

function SingleValue({ field }: { field: Field }) {
  const Input = endsOf[field.kind] ?? NumberTextInput;
  return <Input source="value" label={field.label} helperText={false} />;
}

function Ends({ Input }: { Input: ComponentType<TypedInputProps> }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
      <Input source="from" label="From" helperText={false} />
      <Input source="to" label="To" helperText={false} />
    </Box>
  );
}
