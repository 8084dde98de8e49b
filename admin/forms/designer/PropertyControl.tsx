import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  IconButton,
  MenuItem,
  TextField,
} from '@mui/material';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type KeyboardEvent,
  use,
  useId,
  useState,
} from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { scriptParts } from '#schemas/generated/script-parts.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { PartSchema } from '#schemas/generated/widgets.ts';
import { numberMessage } from '#schemas/typed-values/parse-number.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { TypedTextField, unboundedNumber } from '../../generate/TypedTextField.tsx';
import { propertyLabel } from './palette-entries.ts';
import type { Property } from './property-list.ts';
import { ScriptProperty } from './scripts/ScriptProperty.tsx';

const OptionsFromControl = lazyComponent(async () => (await import('./OptionsFromControl.tsx')).OptionsFromControl, {
  height: 40,
});
const PastedOptions = lazyComponent(async () => (await import('./PastedOptions.tsx')).default, { height: 160 });

/** The columns of the selected table, which its properties may name by their keys. */
export const TableColumnsContext = createContext<readonly { key: string; name: string }[]>([]);

/** The props of a property's control. */
export interface ControlProps {
  name: string;
  schema: PartSchema;
  value: unknown;
  isMixed: boolean;
  /** Help text; '' if the name is enough. */
  help: string;
  /** JSON pointer within the widget; undefined for the parts of list items. */
  place: string | undefined;
  /** Undefined removes the value, so that the default applies again. */
  onChange: (value: unknown) => void;
}

/** Picks the control for a property from its schema. */
export function PropertyControl({
  name,
  property: { schema, value, isMixed, place, help = '' },
  onChange,
}: {
  name: string;
  property: Pick<Property, 'schema' | 'value' | 'isMixed'> & { place?: string; help?: string };
  onChange: (value: unknown) => void;
}) {
  const kind = place && Object.hasOwn(scriptParts, place) ? scriptParts[place] : undefined;
  const Control = (place && ownControls[place]) || controlOf(schema);
  const control = (
    <Control
      name={name}
      schema={schema}
      value={value}
      isMixed={isMixed}
      help={help}
      place={place}
      onChange={onChange}
    />
  );
  return kind ? <ScriptProperty name={name} kind={kind} value={value} onChange={onChange} ofMany={control} /> : control;
}

/** The controls that a property has because of its meaning, by place. */
const ownControls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  '/config/optionsFrom': OptionsFromControl,
  '/config/totals/*/column': ColumnChoice,
};

function controlOf({ type, enum: options, items }: PartSchema) {
  if (options) return Choice;
  if (type === 'boolean') return SwitchControl;
  if (type === 'number' || type === 'integer') return NumberControl;
  if (type === 'object') return Parts;
  if (type === 'array' && items?.properties) return ListControl;
  if (type === 'array' && items?.type === 'string') return Lines;
  return type === 'string' ? Text : AnyValue;
}

/** Keeps Enter in a single-line input from submitting the page's form. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

const mixed = (isMixed: boolean, help = '') => (isMixed ? 'Mixed values' : help || undefined);

function Text({ name, schema, value, isMixed, onChange }: ControlProps) {
  const isLong = schema.maxLength === undefined || schema.maxLength > 1_000;
  return (
    <TextField
      label={name}
      value={typeof value === 'string' ? value : (schema.default ?? '')}
      helperText={mixed(isMixed)}
      multiline={isLong}
      maxRows={12}
      slotProps={{
        htmlInput: schema.maxLength === undefined ? { spellCheck: false } : { maxLength: schema.maxLength },
      }}
      onKeyDown={isLong ? undefined : preventSubmit}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

function NumberControl({ name, schema, value, isMixed, onChange }: ControlProps) {
  const standard = typeof schema.default === 'number' ? `Default: ${schema.default}` : undefined;
  // Unparsable text stays in the form, where schema validation reports it and blocks the save.
  const isUnread = typeof value === 'string';
  return (
    <TypedTextField
      label={name}
      kind={unboundedNumber}
      value={value}
      error={isUnread}
      helperText={isUnread ? numberMessage : (mixed(isMixed) ?? standard)}
      isNumber
      onKeyDown={preventSubmit}
      onChange={onChange}
    />
  );
}

function SwitchControl({ name, schema, value, isMixed, help, onChange }: ControlProps) {
  const id = useId();
  const isOn = typeof value === 'boolean' ? value : schema.default === true;
  return (
    <Box>
      <FormControlLabel
        label={name}
        control={
          <Checkbox
            checked={isOn}
            indeterminate={isMixed}
            slotProps={{ input: { 'aria-describedby': help ? id : undefined } }}
            onChange={(_, next) => onChange(next === schema.default ? undefined : next)}
          />
        }
      />
      {help ? (
        <FormHelperText id={id} sx={{ m: 0 }}>
          {help}
        </FormHelperText>
      ) : null}
    </Box>
  );
}

function Choice({ name, schema, value, isMixed, help, onChange }: ControlProps) {
  const standard = typeof schema.default === 'string' ? schema.default : '';
  return (
    <TextField
      select
      label={name}
      value={typeof value === 'string' ? value : standard}
      helperText={mixed(isMixed, help)}
      onChange={({ target }) => onChange(target.value === standard ? undefined : target.value)}
    >
      {(schema.enum ?? []).map((option) => (
        <MenuItem key={option} value={option}>
          {propertyLabel(option)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A column of the table, chosen from all of them. */
function ColumnChoice({ name, value, onChange }: ControlProps) {
  const columns = use(TableColumnsContext);
  const key = typeof value === 'string' ? value : '';
  const isListed = key === '' || columns.some((column) => column.key === key);
  return (
    <TextField select label={name} value={key} sx={{ minWidth: 120 }} onChange={({ target }) => onChange(target.value)}>
      {[...columns, ...(isListed ? [] : [{ key, name: key }])].map((column) => (
        <MenuItem key={column.key} value={column.key}>
          {column.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Controls of an object property, such as the tooltip. */
function Parts({ name, schema, value, place, onChange }: ControlProps) {
  const whole: JsonMap = isRecord(value) ? value : {};
  // A `static` value is literal, so none of its parts is a script.
  const inside = (key: string) => (place && whole.static !== true ? { place: `${place}/${key}` } : {});
  return (
    <Group name={name}>
      {Object.entries(schema.properties ?? {}).map(([key, part]) => (
        <PropertyControl
          key={key}
          name={propertyLabel(key)}
          property={{ schema: part, value: whole[key], isMixed: false, ...inside(key) }}
          onChange={(next) => {
            const { [key]: _, ...others } = whole;
            const changed = next === undefined ? others : { ...others, [key]: next };
            onChange(Object.keys(changed).length > 0 ? changed : undefined);
          }}
        />
      ))}
    </Group>
  );
}

/** Controls of a list of objects, such as the options: each can be moved and removed, and options can be pasted. */
function ListControl({ name, schema, value, place, onChange }: ControlProps) {
  const all: JsonMap[] = Array.isArray(value) ? value.filter(isRecord) : [];
  const parts = Object.entries(schema.items?.properties ?? {});
  const put = (next: JsonMap[]) => onChange(next.length > 0 ? next : undefined);
  const move = (index: number, to: number) => {
    const moved = all[index];
    if (moved) put(all.toSpliced(index, 1).toSpliced(to, 0, moved));
  };
  return (
    <Group name={name}>
      {all.map((each, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: options have no id but their index while they are typed
          key={index}
          role="group"
          aria-label={`${name} ${index + 1}`}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}
        >
          {parts.map(([key, part]) => {
            const partPlace = `${place}/*/${key}`;
            const control = (
              <PropertyControl
                key={key}
                name={propertyLabel(key)}
                property={{ schema: part, value: each[key], isMixed: false, place: partPlace }}
                onChange={(next) => {
                  const { [key]: _, ...others } = each;
                  const isRequired = schema.items?.required?.includes(key);
                  put(all.with(index, next === undefined && !isRequired ? others : { ...others, [key]: next ?? '' }));
                }}
              />
            );
            if (!Object.hasOwn(scriptParts, partPlace)) return control;
            return (
              <FoldedScript
                key={key}
                name={propertyLabel(key)}
                item={`${name} ${index + 1}`}
                isSet={Boolean(each[key])}
              >
                {control}
              </FoldedScript>
            );
          })}
          <ItemButtons
            name={`${name} ${index + 1}`}
            isFirst={index === 0}
            isLast={index === all.length - 1}
            onMove={(by) => move(index, index + by)}
            onRemove={() => put(all.toSpliced(index, 1))}
          />
        </Box>
      ))}
      <Button onClick={() => put([...all, emptyItem(schema)])}>{`Add to ${name.toLowerCase()}`}</Button>
      {parts.some(([key]) => key === 'value') ? (
        <PasteList
          existing={all.map((each) => String(each.value))}
          onAdd={(options) => put([...all, ...options.map((option): JsonMap => ({ ...option }))])}
        />
      ) : null}
    </Group>
  );
}

/** The script of a list item, folded: few items have one, and an editor for each would fill the panel. */
function FoldedScript({
  name,
  item,
  isSet,
  children,
}: {
  name: string;
  item: string;
  isSet: boolean;
  children: ElementSlot;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
      <Button size="small" aria-expanded={isOpen} aria-label={`${name} of ${item}`} onClick={() => setOpen(!isOpen)}>
        {isSet ? `${name} (set)` : `Add a ${name.toLowerCase()}`}
      </Button>
      {isOpen ? children : null}
    </Box>
  );
}

/** A new item: its required texts are empty, its required choices have their first value. */
const emptyItem = ({ items }: PartSchema): JsonMap =>
  Object.fromEntries((items?.required ?? []).map((key) => [key, items?.properties?.[key]?.enum?.[0] ?? '']));

function ItemButtons({
  name,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <IconButton size="small" aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDownward fontSize="small" />
      </IconButton>
      <Button aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </Box>
  );
}

/** A button that opens a text area for options. */
function PasteList(props: Omit<ComponentProps<typeof PastedOptions>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PastedOptions {...props} onClose={() => setOpen(false)} />;
  return <Button onClick={() => setOpen(true)}>Paste a list</Button>;
}

/** Fieldset around controls that belong together. */
function Group({ name, children }: { name: string; children: ElementSlot }) {
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, display: 'grid', gap: 1 }}
    >
      <Box component="legend" sx={{ px: 0.5, typography: 'caption' }}>
        {name}
      </Box>
      {children}
    </Box>
  );
}

/** A list of strings, one per line. */
function Lines({ name, value, onChange }: ControlProps) {
  const lines = Array.isArray(value) ? value.map(String) : [];
  return (
    <TextField
      label={`${name} (one per line)`}
      multiline
      maxRows={8}
      value={lines.join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.split('\n'))}
    />
  );
}

/** A value of any type, typed as text. Expressions are text, and widgets parse their values from text. */
function AnyValue({ name, value, onChange }: ControlProps) {
  return (
    <TextField
      label={name}
      multiline
      maxRows={8}
      value={value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)}
      slotProps={{ htmlInput: { spellCheck: false } }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}
