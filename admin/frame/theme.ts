import { useMediaQuery } from '@mui/material';
import { lighten } from '@mui/material/styles';
import { useMemo } from 'react';
import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { usePreferences } from '#portal/preferences/preferenceStore.ts';
import { resolveLook } from '#portal/preferences/preferences.ts';

type ThemeSettings = ReturnType<typeof resolveLook>;

/** Reads a design token (portal/look/tokens.css), such as `--accent`. */
type ReadToken = (name: `--${string}`) => string;

/** Builds the MUI theme from the portal's design tokens: same colors, type and density (look, 'Tokens'). */
function buildTheme(token: ReadToken, { theme, density }: ThemeSettings): RaThemeOptions {
  const pixels = (name: `--${string}`) => Number.parseFloat(token(name));
  const accent = token('--accent-strong');
  return {
    palette: {
      mode: theme,
      // In dark mode the button text is dark, so hovering lightens the button; MUI's default darkens it.
      primary: {
        main: accent,
        contrastText: token('--on-accent'),
        ...(theme === 'dark' ? { dark: lighten(accent, 0.2) } : {}),
      },
      secondary: { main: token('--text-soft') },
      error: { main: token('--error-text') },
      warning: { main: token('--warn-text') },
      info: { main: token('--info-text') },
      success: { main: token('--success-text') },
      background: { default: token('--surface'), paper: token('--surface-raised') },
      text: { primary: token('--text'), secondary: token('--text-soft') },
      divider: token('--border'),
      bulkActionsToolbarBackgroundColor: token('--surface-sunken'),
    },
    transitions: { duration: durations },
    shape: { borderRadius: pixels('--radius') },
    typography: {
      fontFamily: token('--font'),
      fontSize: pixels('--text-size') * (14 / 15),
      fontWeightMedium: 600,
      body1: { fontSize: pixels('--text-size'), lineHeight: token('--line-height') },
      body2: { fontSize: pixels('--text-size'), lineHeight: token('--line-height') },
      caption: { fontSize: pixels('--text-size-small'), lineHeight: token('--line-height-small') },
      h1: { fontSize: pixels('--heading-size'), lineHeight: token('--heading-line-height'), fontWeight: 600 },
      h2: { fontSize: pixels('--subheading-size'), lineHeight: token('--subheading-line-height'), fontWeight: 600 },
      subtitle1: { fontSize: pixels('--text-size'), fontWeight: 600 },
      subtitle2: { fontSize: pixels('--text-size-small'), fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600, fontSize: pixels('--text-size'), lineHeight: '20px' },
    },
    components: {
      ...defaultTheme.components,
      ...controls(token, density),
      MuiCssBaseline: {
        styleOverrides: {
          body: { backgroundColor: token('--surface') },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': { transitionDuration: '0s !important', animationDuration: '0s !important' },
          },
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiDialog: { styleOverrides: { paper: { border: `1px solid ${token('--border')}` } } },
      // Room for the floating label of the first field, which would be clipped.
      MuiDialogContent: {
        styleOverrides: { root: { '.MuiDialogTitle-root + &&:not(.MuiDialogContent-dividers)': { paddingTop: 8 } } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
      MuiMenu: {
        styleOverrides: { paper: { border: `1px solid ${token('--border')}`, boxShadow: token('--shadow') } },
      },
      MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: token('--hover') } } } },
      MuiTableCell: {
        styleOverrides: {
          root: {
            borderColor: token('--border'),
            height: token('--row-height'),
            padding: '4px 8px',
            fontSize: pixels('--text-size') - 1,
            '& .MuiTypography-body2': { fontSize: 'inherit' },
            '&:first-of-type': { paddingLeft: 12 },
            '&:last-of-type': { paddingRight: 12 },
          },
          head: {
            backgroundColor: token('--surface-sunken'),
            color: token('--text-soft'),
            fontSize: token('--text-size-small'),
            fontWeight: 600,
            lineHeight: token('--line-height-small'),
            whiteSpace: 'nowrap',
          },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: `3px solid ${token('--accent')}`, outlineOffset: 1 } },
        },
      },
      MuiLink: { defaultProps: { underline: 'hover' } },
      MuiChip: { styleOverrides: { root: { borderRadius: token('--radius') } } },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: token('--backdrop') } } },
      },
      MuiTooltip: { defaultProps: { enterDelay: Number.parseFloat(token('--tooltip-delay')) } },
      RaNotification: {
        defaultProps: {
          autoHideDuration: 15_000,
          multiLine: true,
          anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
        },
        // At the right, as in the portal, and above the bars at the bottom (Save, Approve, actions for the selection). On
        // phones it takes room of its own at the end of the page and sticks there, so that everything it covers can be
        // scrolled into view.
        styleOverrides: {
          root: {
            '@media (min-width: 900px)': { bottom: 88 },
            '@media (max-width: 899.95px)': { position: 'sticky', inset: 'auto 0 81px', margin: '0 8px 8px' },
          },
        },
      },
      RaDataTable: {
        styleOverrides: { root: { '& .RaDataTable-headerCell': { backgroundColor: token('--surface-sunken') } } },
      },
      // Removes icons and colors that make both buttons of the confirm dialog look alike.
      RaConfirm: {
        styleOverrides: {
          root: {
            '& .MuiDialogActions-root .MuiButton-startIcon': { display: 'none' },
            '& .MuiDialogActions-root .MuiButton-root:first-of-type': { color: token('--text') },
          },
        },
      },
      RaFilterForm: { styleOverrides: { root: { paddingBottom: 12 } } },
      RaFilterFormInput: {
        // On phones each filter has its own line, so no spacer is needed.
        styleOverrides: { root: { '@media (max-width: 599px)': { '& .RaFilterFormInput-spacer': { width: 0 } } } },
      },
      RaArrayInput: {
        styleOverrides: {
          root: {
            '& .RaArrayInput-label': {
              position: 'static',
              transform: 'none',
              marginLeft: 0,
              fontSize: token('--text-size-small'),
            },
          },
        },
      },
      RaCheckboxGroupInput: {
        styleOverrides: {
          root: { '& .RaCheckboxGroupInput-label': { position: 'static', transform: 'none' } },
        },
      },
      RaSimpleFormIterator: {
        defaultProps: { fullWidth: true },
        // By default the buttons show on hover only, which users do not discover.
        styleOverrides: {
          root: {
            '& .RaSimpleFormIterator-action': { visibility: 'visible' },
            // The accent is reserved for the primary action of a screen (look).
            '& .RaSimpleFormIterator-action button:not(.Mui-disabled) svg': { color: token('--text-soft') },
            '& .RaSimpleFormIterator-line': { paddingTop: 12, paddingBottom: 12 },
          },
        },
      },
    },
  };
}

/** Short animations (look). */
const durations = {
  shortest: 100,
  shorter: 100,
  short: 140,
  standard: 140,
  complex: 160,
  enteringScreen: 140,
  leavingScreen: 100,
};

/** Compact density puts labels above the control, cozy puts them inside (spec 2, look). */
function controls(token: ReadToken, density: ThemeSettings['density']): RaThemeOptions['components'] {
  const isCompact = density === 'compact';
  const field = { variant: 'outlined', margin: 'none', size: isCompact ? 'small' : 'medium', fullWidth: true } as const;
  return {
    MuiTextField: { defaultProps: field },
    MuiFormControl: {
      defaultProps: field,
      styleOverrides: { marginDense: { marginTop: 0, marginBottom: 0 } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: token('--control-height') } },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: {
          marginLeft: 0,
          fontSize: token('--text-size-small'),
          // Errors need more than color to be recognized (look).
          '&.Mui-error::before': {
            content: '"!"',
            display: 'inline-block',
            width: 14,
            marginRight: 6,
            border: '1px solid',
            borderRadius: '50%',
            fontSize: 11,
            lineHeight: '12px',
            fontWeight: 700,
            textAlign: 'center',
          },
        },
      },
    },
    MuiFormLabel: {
      // The outline shows the focus; a red label would look like an error.
      styleOverrides: {
        root: {
          color: token('--text'),
          fontSize: token('--text-size-small'),
          '&.Mui-focused:not(.Mui-error)': { color: token('--text') },
        },
      },
    },
    MuiAutocomplete: {
      ...defaultTheme.components?.MuiAutocomplete,
      styleOverrides: {
        // Separates the options from the fields below the popup.
        paper: { border: `1px solid ${token('--border')}`, boxShadow: token('--shadow') },
        ...(isCompact
          ? { inputRoot: { '&.MuiInputBase-sizeSmall': { paddingTop: 0, paddingBottom: 0, minHeight: 32 } } }
          : {}),
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: token('--surface-raised'),
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: token('--accent'), borderWidth: 2 },
        },
        notchedOutline: {
          borderColor: token('--control-border'),
          ...(isCompact ? { top: 0, '& legend': { display: 'none' } } : {}),
        },
        ...(isCompact ? { inputSizeSmall: { paddingTop: 5, paddingBottom: 5 } } : {}),
      },
    },
    MuiInputLabel: isCompact
      ? {
          defaultProps: { shrink: true },
          styleOverrides: {
            root: {
              position: 'static',
              transform: 'none',
              marginBottom: 4,
              maxWidth: '100%',
              fontSize: token('--text-size-small'),
              color: token('--text'),
            },
          },
        }
      : {},
  };
}

/** Theme and density from the portal's settings; updates when they change. */
export function useTheme(): RaThemeOptions {
  const preferences = usePreferences();
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const isWideWithFinePointer = useMediaQuery('(min-width: 1024px) and (pointer: fine)', { noSsr: true });
  const { theme, density, textSize } = resolveLook(preferences, { prefersDark, isWideWithFinePointer });
  return useMemo(() => buildTheme(tokenNow, { theme, density, textSize }), [theme, density, textSize]);
}

/** Tokens are CSS custom properties, read from the root element. */
const tokenNow: ReadToken = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
