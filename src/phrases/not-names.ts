// Words and names that are one edit away from a make or a model, or sound like one: of the 38,000 most frequent English words
// those that would be read as misspelt names. Right after a make they can be misspelt all the same.

const WORDS =
  'abort actin action acton agnes aires alice aloud altar alter ankara arcane arena ariana arise arose arouse arrange ' +
  'artery artur arturo astray astro attica auction aureus austria austro avenues avila ayres bacon bangor baron baton ' +
  'battle baxter bayou bingo bolster bottle calibre callahan candy captive carers cares caress caring carry cascade celery ' +
  'celia celiac charisma chroma civil clash class claus clays cohen coles cordova cores corner corona corridor corsair ' +
  'corset countrymen coupon courses coven crafted crafty crater craze creme crime crimea crude crusoe curses cursor cynic ' +
  'daria defended defined diablo discovers doable dodged dodger doubly ducati dusted dusty elisa elisha eliza eloise elsie ' +
  'emery emory enron epsilon euros exile fabian feisty ferrara fluency forested forrester forster foster foxes freelancer ' +
  'gallant genesee genesis gillette halter hares helix hindi hindu hines honed iliad infinite innes insert inset insta integral ' +
  'inter irina irony jagger jetty justly karan karen karin karina kilos kiran koran korea korra lance lancet lander lanes ' +
  'langer lanier launcher levant lexie liang locus loftus lohan macao macau macho macon macos macro magda makin manus ' +
  'mariano material mathis mattis mayan medals merino micro midas midge mindanao mixes module monde mondo moran moreno ' +
  'morgana motels mucus multiplayer multiplier multiply mundane mundo navarro octave optimal optimum orton outlined pairs ' +
  'pandey panty parton pasta patron photon pinto polyester ponte prays preclude press preview primacy primary primers prose ' +
  'protein proto proton pryce puget pulse pulses punta punter quasi rafael raffle reston ringer ritter river roger rooster ' +
  'roper rower saharan sander sanders sandro satan savoy scalar scalia scalp scaly scarlet seals searing seduce serra ' +
  'shaman shang sharon sheeran shortage shotgun signup silica silva silvio singer siren skype slang socal sonic splinter springer ' +
  'stale stank steppe sting stingy stoic stole streetcar stringer stung sutra swinger sylvia sylvie syrian talent talents ' +
  'tango tehran terrors tessa tetris theron tiara tonal tories toure toured tourney tragic trainee tranny transmit ' +
  'transported trapper trope troupe turin turner tyrion uptime utica valve versa verse verses versus vintage wrongly yards ' +
  'yarns'; // prettier-ignore

/** Not names, unless they follow a make. */
export const NOT_NAMES: ReadonlySet<string> = new Set(WORDS.split(' '));
