import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Theme } from '@mui/material';

const cache = new WeakMap<Theme, Extension>();

/**
 * CodeMirror theme from the MUI theme. Cached per theme, since each new one adds a style sheet, which makes the browser
 * recalculate the page's styles.
 */
export function editorTheme(theme: Theme): Extension {
  const colours = cache.get(theme) ?? coloursFrom(theme);
  cache.set(theme, colours);
  return colours;
}

function coloursFrom({ palette, shape, typography }: Theme): Extension {
  const { mode, text, divider, background, primary, error, success, info, warning, action } = palette;
  return [
    EditorView.theme(
      {
        '&': {
          backgroundColor: background.paper,
          color: text.primary,
          border: `1px solid ${text.secondary}`,
          borderRadius: `${shape.borderRadius}px`,
          fontSize: `${typography.caption.fontSize}px`,
        },
        '&.cm-focused': { outline: `2px solid ${primary.main}`, outlineOffset: '-1px' },
        '&:has([aria-invalid=true])': { borderColor: error.main },
        '.cm-scroller': {
          minHeight: '96px',
          maxHeight: '480px',
          overflow: 'auto',
          fontFamily: 'ui-monospace, monospace',
          lineHeight: 1.5,
        },
        '.cm-content': { caretColor: text.primary },
        '.cm-cursor': { borderLeftColor: text.primary },
        '.cm-gutters': {
          backgroundColor: background.default,
          color: text.secondary,
          borderRight: `1px solid ${divider}`,
        },
        '.cm-activeLine': { backgroundColor: action.hover },
        '&.cm-focused .cm-matchingBracket': { backgroundColor: action.selected },
        '.cm-tooltip': { backgroundColor: background.paper, color: text.primary, border: `1px solid ${divider}` },
        '.cm-panels': { backgroundColor: background.default, color: text.primary },
        '.cm-diagnostic-error': { borderLeftColor: error.main },
        '.cm-diagnosticAction': { backgroundColor: primary.main, color: primary.contrastText },
        '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
          backgroundColor: primary.main,
          color: primary.contrastText,
        },
        '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '4px 8px' },
        '.cm-completionMatchedText': { textDecoration: 'none' },
        '.cm-came-to': { marginLeft: '16px', color: text.secondary, fontStyle: 'italic', overflowWrap: 'anywhere' },
        '.cm-said': { padding: '4px 8px', maxWidth: '360px', whiteSpace: 'pre-line' },
      },
      { dark: mode === 'dark' },
    ),
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: tags.propertyName, color: text.primary, fontWeight: '600' },
        { tag: tags.string, color: success.main },
        { tag: tags.number, color: info.main },
        { tag: [tags.bool, tags.null], color: warning.main },
        { tag: tags.keyword, color: info.main, fontWeight: '600' },
        { tag: tags.function(tags.variableName), color: info.main },
        { tag: tags.comment, color: text.secondary, fontStyle: 'italic' },
      ]),
    ),
  ];
}
