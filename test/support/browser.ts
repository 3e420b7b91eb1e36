// The system's Chromium for tests. What its window would show around the pages is off: of the time of a test's own window, which
// takes no part in any test, two thirds went into the menu below an address bar that nobody sees.
import { execFileSync } from 'node:child_process';
import { chromium, type Browser } from 'playwright-core';

/** Features that are off: the last list of the command line counts, so the driver's own are among them. */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Its path, or undefined where there is none: the tests that need it are skipped. */
export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].map(pathOf).find(Boolean);

function pathOf(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', args: [`--disable-features=${OFF.join(',')}`] });
}
