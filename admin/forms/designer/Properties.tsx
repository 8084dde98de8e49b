import { Box, Button, MenuItem, TextField } from '@mui/material';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useGetList, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { randomId } from '#portal/forms/randomId.ts';
import { convertibleTypes, convertWidget } from '#schemas/designing/convert.ts';
import type { Design, DesignWidget } from '#schemas/designing/design.ts';
import { change, changeLabel, convert, designWidgetName, resize } from '#schemas/designing/edits.ts';
import { renameKey } from '#schemas/designing/rename-key.ts';
import { type AroundForm, usesAround } from '#schemas/designing/renamed-keys.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { TypedTextField, unboundedNumber } from '../../generate/TypedTextField.tsx';
import { PropertyControl, TableColumnsContext } from './PropertyControl.tsx';
import { propertyLabel } from './palette-entries.ts';
import { type Property, type PropertySection, propertiesOf } from './property-list.ts';
import { SelectionActions } from './SelectionActions.tsx';
import { parsedWidget, valuePath } from './scripts/parsed-form.ts';
import { EditedWidgetContext } from './scripts/ScriptProperty.tsx';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

/** Whether the scripts of the selected widgets are unfolded. It stays when another widget is selected. */
export interface ScriptsFold {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

interface PropertiesProps {
  designer: Designer;
  fold: ScriptsFold;
  /** How many widgets were added from the palette. After each the label is selected, so that it can be typed at once. */
  additions: number;
}

/**
 * Properties of the selected widgets, from the schemas of their types. With several widgets, only the common ones. What
 * authors set most comes first, scripts last and folded.
 */
export function Properties({ designer, fold, additions }: PropertiesProps) {
  const { design, selected, applyEdit } = designer;
  const [only] = selected;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const label = additions > 0 ? panel.current?.querySelector('input') : null;
    label?.select();
  }, [additions]);
  const published = usePublishedIds();
  const put = useStableCallback(({ part, key }: Property, value: unknown) => {
    const ids = selected.map(({ id }) => id);
    const [id = ''] = ids;
    const isLabel = key === 'label' && ids.length === 1 && (value === undefined || typeof value === 'string');
    applyEdit(
      isLabel
        ? changeLabel(design, { id, label: value, isPublished: published.has(id) })
        : change(design, { ids, part, key, value }),
    );
  });
  const share = useStableCallback((id: string, ratio: number) => void applyEdit(resize(design, id, ratio)));
  if (!only)
    return <Box sx={{ color: 'text.secondary' }}>Select a widget in the form or outline to edit its properties.</Box>;
  const isSingle = selected.length === 1;
  const column = isSingle ? findWidget(design, only.id).column : null;
  const isFixed = selected.some(({ id }) => !findWidget(design, id).column);
  const properties = propertiesOf(selected);
  const controlsOf = (section: PropertySection) =>
    properties
      .filter((property) => property.section === section)
      .map((property) => <Control key={property.place} property={property} onPut={put} />);
  return (
    <Box ref={panel} data-of-selected sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'subtitle1' }}>
        {isSingle ? `${typeWords[only.type].name}: ${designWidgetName(only)}` : `${selected.length} widgets`}
      </Box>
      {isFixed ? null : <SelectionActions designer={designer} />}
      <EditedWidgetContext value={isSingle ? { design, id: only.id } : null}>
        <TableColumnsContext value={isSingle && only.type === 'table' ? columnsOf(design, only.id) : []}>
          {controlsOf('main')}
        </TableColumnsContext>
        {isSingle && only.id !== design.root.id ? <KeyProperty designer={designer} widget={only} /> : null}
        {isSingle && column ? <TypeOf designer={designer} widget={only} /> : null}
        {controlsOf('more')}
        {column && column.spot.column !== null ? (
          <Width key={only.id} id={only.id} ratio={column.ratio} onShare={share} />
        ) : null}
        <Scripts properties={properties} fold={fold}>
          {fold.isOpen ? controlsOf('scripts') : null}
        </Scripts>
      </EditedWidgetContext>
    </Box>
  );
}

/** The columns of a table, in the author's words. */
const columnsOf = (design: Design, id: string) =>
  [...(parsedWidget(design, id)?.inner.owners.values() ?? [])].map((column) => ({
    key: column.key,
    name: widgetName(column),
  }));

/** The scripts, folded. The heading names those that are set, also while they are out of sight. */
function Scripts({
  properties,
  fold: { isOpen, setOpen },
  children,
}: {
  properties: readonly Property[];
  fold: ScriptsFold;
  children: ElementSlot;
}) {
  const id = useId();
  const present = properties.filter(({ section, value, isMixed }) => section === 'scripts' && (isMixed || value));
  const names = present.map(({ key }) => propertyLabel(key)).join(', ');
  return (
    <Box component="section" aria-label="Scripts" sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Button
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ justifyContent: 'start', textAlign: 'start' }}
      >
        {names === '' || isOpen ? 'Scripts' : `Scripts: ${names}`}
      </Button>
      <Box id={id} hidden={!isOpen} sx={{ display: isOpen ? 'grid' : 'none', gap: 1.5, minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

/** The ids of the widgets of the published form, whose keys orders and reports refer to. */
function usePublishedIds(): ReadonlySet<string> {
  const formSchema = useRecordContext<Form>()?.formSchema;
  return useMemo(
    () => new Set(formSchema ? readFormWithoutScripts(formSchema).widgets.map(({ id }) => id) : []),
    [formSchema],
  );
}

interface PropertyProps {
  property: Property;
  onPut: (property: Property, value: unknown) => void;
}

/** Compares properties deeply: inputs are the most expensive part of an edit, so render only those that changed. */
const Control = memo(
  function Control({ property, onPut }: PropertyProps) {
    const name = propertyLabel(property.key);
    return <PropertyControl name={name} property={property} onChange={(value) => onPut(property, value)} />;
  },
  (before, after) => before.onPut === after.onPut && isEqual(before.property, after.property),
);

interface WidthProps {
  id: string;
  ratio: number;
  onShare: (id: string, ratio: number) => void;
}

const Width = memo(function Width({ id, ratio, onShare }: WidthProps) {
  const [typed, setTyped] = useState<unknown>(ratio);
  const isWidth = typeof typed === 'number' && typed > 0;
  return (
    <TypedTextField
      label="Relative width in its row"
      kind={unboundedNumber}
      value={isWidth ? ratio : typed}
      error={!isWidth}
      helperText={isWidth ? undefined : 'Must be a number above 0, such as 1.5'}
      isNumber
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && next > 0) onShare(id, next);
      }}
    />
  );
});

/** Type select. Lists the properties that a conversion would lose and asks first. */
function TypeOf({ designer: { design, applyEdit }, widget }: { designer: Designer; widget: DesignWidget }) {
  const [question, setQuestion] = useState<{ of: string; type: WidgetType } | null>(null);
  const next = question?.of === widget.id ? question.type : null;
  const lost = next ? (convertWidget(widget, next, randomId)?.lost ?? []) : [];
  const become = (type: WidgetType) => {
    setQuestion(null);
    applyEdit(convert(design, { id: widget.id, type, idOf: randomId }));
  };
  const choose = useStableCallback((type: WidgetType) => {
    if ((convertWidget(widget, type, randomId)?.lost ?? []).length === 0) become(type);
    else setQuestion({ of: widget.id, type });
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TypeChoice type={widget.type} onChoose={choose} />
      {next ? (
        <Box role="alert">
          As <span>{typeWords[next].name}</span> it loses these properties:{' '}
          <span>{lost.map(propertyLabel).join(', ')}</span>. <Button onClick={() => become(next)}>Change type</Button>
          <Button onClick={() => setQuestion(null)}>Cancel</Button>
        </Box>
      ) : null}
    </Box>
  );
}

const TypeChoice = memo(function TypeChoice({
  type,
  onChoose,
}: {
  type: WidgetType;
  onChoose: (type: WidgetType) => void;
}) {
  const kindred = convertibleTypes(type);
  return (
    <TextField
      select
      label="Type"
      value={type}
      onChange={({ target }) => {
        const next = kindred.find((each) => each === target.value);
        if (next) onChoose(next);
      }}
    >
      {[type, ...kindred].map((each) => (
        <MenuItem key={each} value={each}>
          {typeWords[each].name}
        </MenuItem>
      ))}
    </TextField>
  );
});

/**
 * Input for a widget's key. Validates while typing; a rename updates all scripts that read the key, after they have
 * been listed.
 */
function KeyProperty({ designer: { design, applyEdit }, widget }: { designer: Designer; widget: DesignWidget }) {
  const before = typeof widget.meta.key === 'string' ? widget.meta.key : '';
  // Ignore text typed for another widget, or for an older key of this one.
  const of = `${widget.id} ${before}`;
  const [entered, setEntered] = useState({ of, typed: before });
  const typed = entered.of === of ? entered.typed : before;
  const setTyped = useStableCallback((next: string) => setEntered({ of, typed: next }));
  const isOther = typed !== before;
  const renaming = isOther && typed !== '' ? renameKey(design, widget.id, typed) : null;
  const rejected = renaming && 'rejected' in renaming ? renaming.rejected : undefined;
  const uses = renaming && 'uses' in renaming ? renaming.uses : [];
  const around = useOutsideReferences();
  const outerUses = around && isOther && before !== '' ? usesAround(around, valuePath(design, widget.id)) : [];
  const isShown = renaming !== null && 'edit' in renaming && before !== '' && uses.length + outerUses.length > 0;
  const rename = () => {
    if (renaming && 'edit' in renaming) applyEdit(renaming.edit);
    else if (typed === '')
      applyEdit({
        name: `Remove key ${before}`,
        steps: [{ do: 'set', id: widget.id, part: 'meta', key: 'key' }],
      });
  };
  const leave = useStableCallback(() => {
    if (isOther && !isShown && (around || before === '')) rename();
  });
  const key = useStableCallback((event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Keep Enter from submitting the page's form.
    event.preventDefault();
    if (isOther) rename();
  });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <KeyInput typed={typed} error={rejected} isNew={before === ''} onType={setTyped} onLeave={leave} onKey={key} />
      {isShown ? (
        <Box role="group" aria-label={`Uses of ${before}`}>
          {uses.length > 0 ? (
            <Box>
              {`${uses.length === 1 ? 'A script uses' : `${uses.length} scripts use`} this key and will be updated to use ${typed}:`}
            </Box>
          ) : null}
          <Box component="ul" sx={list}>
            {uses.map(({ id, place, name, after }) => (
              <li key={`${id} ${place}`}>
                <span>{name}</span>: <code>{after}</code>
              </li>
            ))}
          </Box>
          {outerUses.length > 0 ? (
            <Box>
              The key is also used outside the form. Examples are updated now, everything else when the form is
              published:
            </Box>
          ) : null}
          <Box component="ul" sx={list}>
            {outerUses.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </Box>
          <Button onClick={rename}>Rename</Button>
          <Button onClick={() => setTyped(before)}>Cancel</Button>
        </Box>
      ) : null}
    </Box>
  );
}

interface KeyInputProps {
  typed: string;
  error: string | undefined;
  /** Whether the widget has no key yet. */
  isNew: boolean;
  onType: (typed: string) => void;
  onLeave: () => void;
  onKey: (event: KeyboardEvent) => void;
}

const KeyInput = memo(function KeyInput({ typed, error, isNew, onType, onLeave, onKey }: KeyInputProps) {
  return (
    <TextField
      label="Key"
      value={typed}
      error={error !== undefined}
      helperText={error ?? (isNew ? "Without a key, its value isn't saved" : undefined)}
      slotProps={{ htmlInput: { maxLength: 100, spellCheck: false } }}
      onChange={({ target }) => onType(target.value)}
      onBlur={onLeave}
      onKeyDown={onKey}
    />
  );
});

const list = { m: 0, pl: 2, maxHeight: 160, overflow: 'auto', '&:empty': { display: 'none' } };

/**
 * Loads what refers to keys of the form from outside of it: table columns, examples and channels. Null while loading.
 */
function useOutsideReferences(): AroundForm | null {
  const form = useRecordContext<Form>();
  const tableColumns = useWatch<Form, 'tableColumns'>({ name: 'tableColumns' }) ?? [];
  const examples = useWatch<Form, 'examples'>({ name: 'examples' }) ?? [];
  // A new form has no channels.
  const id = form?.id;
  const { data, error } = useGetList<Channel>(
    'channels',
    { filter: { orderFormId: id }, pagination: { page: 1, perPage: 100 } },
    // Loaded for each selected key; a minute of staleness is fine for a warning.
    { enabled: id !== undefined, staleTime: 60_000 },
  );
  const channels = id === undefined || error ? [] : data;
  return channels ? { tableColumns, examples, channels } : null;
}
