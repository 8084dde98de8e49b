import { Box, Button, Popover, Typography } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import {
  AutocompleteArrayInput,
  CheckboxGroupInput,
  Form,
  RadioButtonGroupInput,
  ReferenceArrayInput,
  TextInput,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
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
  operatorsOf,
} from './conditions.ts';

interface FilterEditorProps {
  field: Field;
  condition: Condition | undefined;
  anchor: HTMLElement;
  /** Undefined removes the filter. */
  onApply: (condition: Condition | undefined) => void;
  onClose: () => void;
}

const words: Record<Operator, string> = {
  is: 'is any of',
  between: 'is between',
  empty: 'is empty',
  any: 'is not empty',
};

/** Popover for a filter's operator and values. */
export function FilterEditor({ field, condition, anchor, onApply, onClose }: FilterEditorProps) {
  const choices = operatorsOf(field);
  const isMoments = filterKindOf(field) === 'moments';
  const { operator = choices[0], values = [], from, to } = condition ?? {};
  const record = {
    operator,
    values,
    text: values[0] ?? '',
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
            choices={choices.map((id) => ({ id, name: words[id] }))}
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
  const operator = operators.find((each) => each === formValues.operator) ?? 'is';
  if (operator === 'empty' || operator === 'any') return { operator };
  if (operator === 'is') {
    const values: unknown[] = filterKindOf(field) === 'text' ? [formValues.text] : [formValues.values].flat();
    const selected = values.filter((value) => value !== '' && value !== null && value !== undefined);
    return selected.length > 0 ? { operator, values: selected } : undefined;
  }
  const isMoments = filterKindOf(field) === 'moments';
  const from = isMoments ? momentOf(formValues.from, 'first') : (formValues.from ?? undefined);
  const to = isMoments ? momentOf(formValues.to, 'last') : (formValues.to ?? undefined);
  return from === undefined && to === undefined ? undefined : { operator, from, to };
}

function Values({ field }: { field: Field }) {
  const operator: unknown = useWatch({ name: 'operator' });
  const kind = filterKindOf(field);
  if (!kind || operator === 'empty' || operator === 'any') return null;
  const Input = inputs[kind];
  return <Input field={itemOf(field)} />;
}

const yesNo = [
  { id: true, name: 'Yes' },
  { id: false, name: 'No' },
];

const inputs: Record<FilterKind, (props: { field: Field }) => ReactNode> = {
  text: ({ field }) => <LineTextInput source="text" label={field.label} autoFocus />,
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
    if (!target) return <TextInput source="text" label={field.label} helperText={false} />;
    return (
      <ReferenceArrayInput source="values" reference={target.path} sort={defaultSort(target)}>
        <AutocompleteArrayInput label={field.label} filterToQuery={searchQuery} helperText={false} />
      </ReferenceArrayInput>
    );
  },
  numbers: ({ field }) => <Ends Input={endsOf[field.kind] ?? NumberTextInput} />,
  days: () => <Ends Input={DayTextInput} />,
  moments: () => <Ends Input={DayTextInput} />,
};

const DayTextInput = (props: TypedInputProps) => <LazyDateTextInput {...props} picking="day" />;

const endsOf: Partial<Record<PropertyKind, ComponentType<TypedInputProps>>> = {
  integer: (props) => <NumberTextInput {...props} isWhole />,
  money: (props) => <MoneyTextInput {...props} currency="USD" />,
};

function Ends({ Input }: { Input: ComponentType<TypedInputProps> }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
      <Input source="from" label="From" helperText={false} />
      <Input source="to" label="To" helperText={false} />
    </Box>
  );
}
