// Prompts that reviewers of assistants' directories can try on the demo stock, each with the call that a model should make and a part
// of the result. docs/assistants.md shows them; test/mcp/assistants-docs.test.ts makes the calls.

export interface AssistantPrompt {
  readonly prompt: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, string | number | readonly string[]>>;
  /** A part of the result's text. */
  readonly says: string;
}

const XJ_2012 = 'https://whitethorncarcentre.example/used-cars/2012-jaguar-xj-fc014263';
const XJ_2016 = 'https://argentspecialistcars.example/used-cars/2016-jaguar-xj-fc015765';

const ESTATES = {
  q: 'estate',
  fuel_type: 'Diesel',
  transmission: 'Automatic',
  price_max: 10_000,
  sort: 'price_asc',
} as const;

export const ASSISTANT_PROMPTS: readonly AssistantPrompt[] = [
  {
    prompt: 'Is there a Jaguar XJ within a kilometre of SW1A 1AA?',
    tool: 'search_vehicles',
    args: { make: 'Jaguar', model: 'XJ', location: 'SW1A 1AA', distance: 0 },
    says: '1 listing matches.',
  },
  {
    prompt: 'Show me automatic diesel estates up to £10,000, the cheapest first.',
    tool: 'search_vehicles',
    args: ESTATES,
    says: '45 listings match. This is page 1 of 5.',
  },
  {
    prompt: 'Show me more of them.',
    tool: 'search_vehicles',
    args: { ...ESTATES, page: 2 },
    says: '45 listings match. This is page 2 of 5.',
  },
  {
    prompt: 'What do electric cars cost here?',
    tool: 'summarize_vehicles',
    args: { fuel_type: 'Electric' },
    says: 'Prices: £3,999 to £78,695',
  },
  {
    prompt: 'Which Jaguars are new since yesterday?',
    tool: 'list_changes',
    args: { make: 'Jaguar', since: 'yesterday' },
    says: 'new: ',
  },
  {
    prompt: 'Find me a cheap automatic hatchback under 8k near Manchester.',
    tool: 'interpret_request',
    args: { text: 'cheap automatic hatchback under 8k near Manchester' },
    says: '"transmission":"Automatic","price_max":8000',
  },
  {
    prompt: 'Tell me all about the blue Jaguar in London.',
    tool: 'get_vehicles',
    args: { adverts: [XJ_2012] },
    says: 'One owner, part service history, two keys.',
  },
  {
    prompt: 'Is it priced fairly, and may it enter the ULEZ?',
    tool: 'get_vehicles',
    args: { adverts: [XJ_2012] },
    says: 'ULEZ unlikely',
  },
  {
    prompt: 'Compare it with the one in Edinburgh.',
    tool: 'compare_vehicles',
    args: { adverts: [XJ_2012, XJ_2016] },
    says: '| Mileage | 134,303 miles | 90,000 miles |',
  },
  {
    prompt: 'Research Jaguar XJs near SW1A 1AA in this source.',
    tool: 'search',
    args: { query: 'Jaguar XJ near SW1A 1AA' },
    says: '2012 Jaguar XJ, £9,400',
  },
  {
    prompt: 'Read the first result.',
    tool: 'fetch',
    args: { id: XJ_2012 },
    says: '4 door saloon, Metallic Blue',
  },
  {
    prompt: 'Find cars near Newport.',
    tool: 'search_vehicles',
    args: { location: 'Newport' },
    says: 'several places have this name',
  },
];

/** Prompts for which no tool should be called. */
export const OTHER_PROMPTS: readonly (readonly [prompt: string, reason: string])[] = [
  ['Sell my Fiesta for me.', 'The service only reads: it takes no adverts.'],
  ['Book a test drive of the Jaguar.', 'It sends nothing to dealers: show the link to the advert.'],
  ['What will the weather be like in Leeds tomorrow?', 'It knows nothing but listings.'],
];
