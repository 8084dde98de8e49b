import { Box, Button, MenuItem, TextField } from '@mui/material';
import { memo, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { convertibleTypes, convertWidget } from '#schemas/designing/convert.ts';
import type { DesignWidget } from '#schemas/designing/design.ts';
import { change, convert, designWidgetName, resize } from '#schemas/designing/edits.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { TypedTextField, unboundedNumber } from '../../generate/TypedTextField.tsx';
import { KeyProperty } from './KeyProperty.tsx';
import { PropertyControl } from './PropertyControl.tsx';
import { propertyLabel } from './palette-entries.ts';
import { type Property, propertiesOf } from './property-list.ts';
import { SelectionActions } from './SelectionActions.tsx';
import { EditedWidgetContext } from './scripts/ScriptProperty.tsx';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

/** Properties of the selected widgets, from the schemas of their types. With several widgets, only the common ones. */
export function Properties({ designer }: { designer: Designer }) {
  const { design, selected, applyEdit } = designer;
  const [only] = selected;
  const put = useStableCallback(
    ({ part, key }: Property, value: unknown) =>
      void applyEdit(change(design, { ids: selected.map(({ id }) => id), part, key, value })),
  );
  const share = useStableCallback((id: string, ratio: number) => void applyEdit(resize(design, id, ratio)));
  if (!only)
    return <Box sx={{ color: 'text.secondary' }}>Select a widget in the form or outline to edit its properties.</Box>;
  const isSingle = selected.length === 1;
  const column = isSingle ? findWidget(design, only.id).column : null;
  const isFixed = selected.some(({ id }) => !findWidget(design, id).column);
  const properties = propertiesOf(selected);
  const label = properties.find(({ key }) => key === 'label');
  const others = properties.filter((each) => each !== label);
  const control = (property: Property) => <Control key={property.place} property={property} onPut={put} />;
  return (
    <Box data-of-selected sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'subtitle1' }}>
        {isSingle ? `${typeWords[only.type].name}: ${designWidgetName(only)}` : `${selected.length} widgets`}
      </Box>
      {isFixed ? null : <SelectionActions designer={designer} />}
      {isSingle && column ? <TypeOf designer={designer} widget={only} /> : null}
      {label ? control(label) : null}
      {isSingle && only.id !== design.root.id ? <KeyProperty designer={designer} widget={only} /> : null}
      <EditedWidgetContext value={isSingle ? { design, id: only.id } : null}>{others.map(control)}</EditedWidgetContext>
      {column && column.spot.column !== null ? (
        <Width key={only.id} id={only.id} ratio={column.ratio} onShare={share} />
      ) : null}
    </Box>
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
