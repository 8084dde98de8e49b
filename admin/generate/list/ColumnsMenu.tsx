import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Box, Button, Checkbox, FormControlLabel, IconButton, Popover, Typography } from '@mui/material';
import { type MouseEvent, useState } from 'react';
import { useStore } from 'react-admin';
import { flushSync } from 'react-dom';
import { type Field, type Resource, rowOmits } from '#schemas/resource/resource.ts';
import { fieldByName } from '../catalogue.ts';
import { useVisible } from '../field-access.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { BarButton } from './BarButton.tsx';

/** Menu for choosing and ordering the columns of a list, by mouse or keyboard. */
export function ColumnsMenu({ columns }: { columns: Columns }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { choosable, shown, isChosen, choose } = columns;
  const { columnsPanel: Panel } = useResourceScreen().override;
  const others = choosable.filter((field) => !shown.includes(field));
  const further = others.filter(isFurther);
  const hidden = others.filter((field) => !isFurther(field));
  return (
    <>
      <BarButton
        label="Columns"
        icon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Columns', sx: { p: 1.5, width: 300 } } }}
      >
        <Typography variant="subtitle2" component="h2">
          Shown
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((field, index) => (
            <Row key={field.name} field={field} {...{ columns }} index={index} />
          ))}
        </Box>
        {Panel ? <Panel /> : null}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {further.map((field) => (
            <Row key={field.name} field={field} {...{ columns }} />
          ))}
        </Box>
        {hidden.length > 0 ? (
          <Typography variant="subtitle2" component="h2" sx={{ mt: 1 }}>
            Hidden
          </Typography>
        ) : null}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {hidden.map((field) => (
            <Row key={field.name} field={field} {...{ columns }} />
          ))}
        </Box>
        <Button size="small" aria-disabled={!isChosen} onClick={() => choose(undefined)} sx={{ mt: 1, ...atRest }}>
          Default columns
        </Button>
      </Popover>
    </>
  );
}

/** Further fields of a list (`FurtherFields`) are inside a map: rows have them only if they are requested. */
const isFurther = ({ name }: Field) => name.includes('.');

/** aria-disabled instead of disabled, since a disabled button loses the focus and with it keyboard navigation. */
const atRest = { '&[aria-disabled="true"]': { opacity: 0.38 } };

/** One column. `index` is its position; undefined if it is hidden. */
function Row({ field, columns, index }: { field: Field; columns: Columns; index?: number }) {
  const names = columns.shown.map(({ name }) => name);
  const isShown = index !== undefined;
  const move = (by: -1 | 1) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (button.getAttribute('aria-disabled') === 'true') return;
    flushSync(() => columns.choose(moveColumn(names, field.name, by)));
    // Moving the row in the DOM loses the focus, so restore it for keyboard users.
    button.focus();
  };
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 34 }}>
      <FormControlLabel
        sx={{ flex: 1, minWidth: 0, mr: 0 }}
        label={field.label}
        control={
          <Checkbox
            size="small"
            checked={isShown}
            disabled={isShown && names.length === 1}
            onChange={() => columns.choose(toggleColumn(names, field.name))}
          />
        }
      />
      {isShown ? (
        <>
          <IconButton
            size="small"
            aria-label={`Move ${field.label} up`}
            aria-disabled={index === 0}
            onClick={move(-1)}
            sx={atRest}
          >
            <ArrowUpward fontSize="inherit" />
          </IconButton>
          <IconButton
            size="small"
            aria-label={`Move ${field.label} down`}
            aria-disabled={index === names.length - 1}
            onClick={move(1)}
            sx={atRest}
          >
            <ArrowDownward fontSize="inherit" />
          </IconButton>
        </>
      ) : null}
    </Box>
  );
}

/** The user's columns of a list. */
export interface Columns {
  choosable: Field[];
  shown: Field[];
  /** Whether the user has changed the default columns. */
  isChosen: boolean;
  /** Stores the columns on this device; undefined restores the defaults. */
  choose: (names: string[] | undefined) => void;
}

/** Reads and stores the user's columns of a list; `usual` are the defaults. */
export function useColumns({ storeKey, usual: defaults }: { storeKey: string; usual: string[] }): Columns {
  const { resource } = useResourceScreen();
  const isVisible = useVisible();
  const [stored, store] = useStore<string[] | undefined>(`${storeKey}.columns`);
  const choosable = choosableColumns(resource, isVisible);
  const shown = shownColumns(choosable, { stored: stored, defaults });
  return {
    choosable,
    shown: shown.map((name) => fieldByName(resource, name)),
    isChosen: stored !== undefined,
    choose: (names) => store(names),
  };
}

/** Objects do not fit on one line, and lists come without free maps. */
const wideKinds = ['object', 'map'];

/** Fields that can be columns of a list, in schema order. */
export function choosableColumns({ fields }: Resource, isVisible: (field: Field) => boolean): Field[] {
  return fields.filter(
    (field) =>
      field.name !== 'revision' && !wideKinds.includes(field.kind) && !field.property.writeOnly && isVisible(field),
  );
}

/**
 * The fields that a list with these columns has to request: none if its rows have all of them by default, else these and
 * the fields that rows have by default, which cells and actions also read.
 */
export function requestedColumns(resource: Resource, shown: Field[], isVisible: (field: Field) => boolean): string[] {
  const omitted = rowOmits(resource);
  if (!shown.some((field) => omitted.includes(field.name) || isFurther(field))) return [];
  const hidden = ['id', 'revision', ...omitted, ...(resource.schema['x-store']?.hidden ?? [])];
  // A hidden field is not offered as a column, but everybody's rows have it.
  const isReadable = (field: Field) =>
    isVisible(field) || (field.property['x-admin']?.widget === 'hidden' && !field.property['x-visible-to']);
  const usual = resource.fields.filter(
    (field) =>
      !hidden.includes(field.name) &&
      field.kind !== 'map' &&
      !isFurther(field) &&
      !field.property.writeOnly &&
      isReadable(field),
  );
  return [...new Set([...usual, ...shown])].map(({ name }) => name);
}

/** Resolves the stored choice to column names; falls back to `usual` if none of them exists any more. */
export function shownColumns(
  choosable: Field[],
  { stored, defaults }: { stored: string[] | undefined; defaults: string[] },
) {
  const existing = (stored ?? defaults).filter((name) => choosable.some((field) => field.name === name));
  return existing.length > 0 ? existing : defaults;
}

/** Adds a column at the end, or removes it. */
export function toggleColumn(shown: string[], name: string): string[] {
  return shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
}

/** Moves a column by one position, within bounds. */
export function moveColumn(shown: string[], name: string, by: -1 | 1): string[] {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(from, 1).toSpliced(to, 0, name);
}
