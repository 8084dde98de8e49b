import { Box, Button, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { conversionOf, kindredOf } from '#schemas/designing/convert.ts';
import type { DesignWidget } from '#schemas/designing/design.ts';
import { change, convert, nameOf, resize } from '#schemas/designing/edits.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { Acts } from './Acts.tsx';
import { KeyProperty } from './KeyProperty.tsx';
import { PropertyControl } from './PropertyControl.tsx';
import { type Property, propertiesOf } from './property-list.ts';
import { EditedWidget } from './scripts/ScriptProperty.tsx';
import type { Designer } from './useDesigner.ts';
import { propertyWords } from './words.ts';

/** What the selected widgets say of themselves, by the schemas of their types; of several what they have in common. */
export function Properties({ designer }: { designer: Designer }) {
  const { design, selected, act } = designer;
  const [only] = selected;
  if (!only)
    return <Box sx={{ color: 'text.secondary' }}>Press a widget in the form or outline to see what it says.</Box>;
  const ids = selected.map(({ id }) => id);
  const isSingle = selected.length === 1;
  const column = isSingle ? findWidget(design, only.id).column : null;
  const isFixed = selected.some(({ id }) => !findWidget(design, id).column);
  const properties = propertiesOf(selected);
  const label = properties.find(({ key }) => key === 'label');
  const others = properties.filter((each) => each !== label);
  const control = (property: Property) => (
    <PropertyControl
      key={`${property.part} ${property.key}`}
      name={propertyWords(property.key)}
      property={property}
      onChange={(value) => act(change(design, { ids, part: property.part, key: property.key, value }))}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ typography: 'subtitle1' }}>
        {isSingle ? `${typeWords[only.type].name}: ${nameOf(only)}` : `${selected.length} widgets`}
      </Box>
      {isFixed ? null : <Acts designer={designer} />}
      {isSingle && column ? <TypeOf designer={designer} widget={only} /> : null}
      {label ? control(label) : null}
      {isSingle && only.id !== design.root.id ? (
        <KeyProperty key={String(only.meta.key)} designer={designer} widget={only} />
      ) : null}
      <EditedWidget value={isSingle ? { design, id: only.id } : null}>{others.map(control)}</EditedWidget>
      {column && column.spot.column !== null ? (
        <TextField
          label="Width beside the others of its row"
          type="number"
          value={column.ratio}
          slotProps={{ htmlInput: { min: 0.5, step: 0.5 } }}
          onChange={({ target }) => {
            const ratio = Number(target.value);
            if (ratio > 0) act(resize(design, only.id, ratio));
          }}
        />
      ) : null}
    </Box>
  );
}

/** The type, and what is lost when it becomes another. */
function TypeOf({ designer: { design, act }, widget }: { designer: Designer; widget: DesignWidget }) {
  const [asked, setAsked] = useState<WidgetType | null>(null);
  const lost = asked ? (conversionOf(widget, asked, randomId)?.lost ?? []) : [];
  const become = (type: WidgetType) => {
    setAsked(null);
    act(convert(design, { id: widget.id, type, idOf: randomId }));
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        select
        label="Type"
        value={widget.type}
        onChange={({ target }) => {
          const type = kindredOf(widget.type).find((each) => each === target.value);
          if (!type) return;
          if ((conversionOf(widget, type, randomId)?.lost ?? []).length === 0) become(type);
          else setAsked(type);
        }}
      >
        {[widget.type, ...kindredOf(widget.type)].map((type) => (
          <MenuItem key={type} value={type}>
            {typeWords[type].name}
          </MenuItem>
        ))}
      </TextField>
      {asked ? (
        <Box role="alert">
          As {typeWords[asked].name} it can not keep: {lost.map(propertyWords).join(', ')}.{' '}
          <Button onClick={() => become(asked)}>Change the type</Button>
          <Button onClick={() => setAsked(null)}>Leave it</Button>
        </Box>
      ) : null}
    </Box>
  );
}
