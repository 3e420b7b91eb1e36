// What the service can be asked and what it answers, as types. Written by `npm run client` from the OpenAPI document: a
// change here is lost.

interface components {
  schemas: {
    readonly SearchParameters: {
      /** @description Full text, for fuzzy terms such as trim, variant, colour and keywords. Every word must occur in the make, model, description, location, dealer or another text of a listing. Words may be misspelt, except words with a digit and words of up to three letters; the last word may be the beginning of one. Case and accents do not matter. A text of punctuation only matches nothing. At most 512 characters. Send a clear make, model, price or year in their own parameters. */
      readonly q?: string;
      /** @description Manufacturer. Case, accents and punctuation do not matter, and usual short names work (VW, Merc, Skoda). A make that is not in stock matches nothing. When the make is clear, send it here rather than only in q. */
      readonly make?: string;
      /** @description Model name. Matches listings whose model is equal, or begins with these words: "3 Series" finds "3 Series 320d", but "XJ" does not find "XJS". Case, accents and punctuation do not matter. Send the make as well. When the model is clear, send it here rather than only in q; trim and variant belong in q. */
      readonly model?: string;
      /**
       * @description Fuel type. Every kind of hybrid is Hybrid: mild, full and plug-in. Listings whose fuel type is unknown or none of these are left out.
       */
      readonly fuel_type?: 'Petrol' | 'Diesel' | 'Hybrid' | 'Electric';
      /**
       * @description Gearbox. Semi-automatic, DSG and CVT gearboxes are Automatic. Listings whose gearbox is unknown or none of these are left out.
       */
      readonly transmission?: 'Manual' | 'Automatic';
      /** @description Only listings of these dealers: one domain name, or several separated by commas. Case, https://, www. and paths do not matter. A domain that no listing carries matches nothing. */
      readonly dealer?: string;
      /** @description Minimum price in GBP, inclusive. Listings whose price is unknown are left out. Use it for "over X". */
      readonly price_min?: number;
      /** @description Maximum price in GBP, inclusive. Listings whose price is unknown are left out. Use it for "under X". For "cheap" without an amount, send sort=price_asc instead. */
      readonly price_max?: number;
      /** @description Minimum mileage in miles, inclusive. Listings whose mileage is unknown are left out. Use it for "over X miles". */
      readonly miles_min?: number;
      /** @description Maximum mileage in miles, inclusive. Listings whose mileage is unknown are left out. Use it for "under X miles". For "lowest mileage", send sort=miles_asc instead. */
      readonly miles_max?: number;
      /** @description Minimum year of manufacture, inclusive. Listings whose year of manufacture is unknown are left out. Use it for "X or newer". */
      readonly year_min?: number;
      /** @description Maximum year of manufacture, inclusive. Listings whose year of manufacture is unknown are left out. Use it for "X or older", "no later than X" and "pre-X". */
      readonly year_max?: number;
      /** @description Minimum engine size in litres, inclusive. Listings whose engine size is unknown are left out. Use it for "X litres or more". */
      readonly engine_min?: number;
      /** @description Maximum engine size in litres, inclusive. Listings whose engine size is unknown are left out. Use it for "up to X litres". */
      readonly engine_max?: number;
      /** @description UK postcode to measure distances from: unit (SW1A 1AA), sector (SW1A 1) or district (SW1A), in any case, spaces free. Fills distance_km of every listing whose position is known. On its own it leaves nothing out: add distance for a radius, and usually sort=distance. A town or a postcode area (SW) is refused. */
      readonly location?: string;
      /** @description Radius around location, as the number of a band and not in kilometres. 0: 1 km, 1: 5 km, 2: 10 km, 3: 25 km, 4: 50 km, 5: 100 km, 6: unlimited. Bands 0 to 5 leave out listings whose position is unknown; 6 leaves out none. Without location it has no effect. */
      readonly distance?: number;
      /**
       * @description Order of the results. relevance: best match first, needs q. price_asc: cheapest first ("cheap"). price_desc: dearest first. year_desc: newest first ("newest"). miles_asc: lowest mileage first. distance: nearest first, needs location. Listings whose value is unknown come last. Without it, or without what it needs: complete listings first, then newest arrivals.
       */
      readonly sort?: 'relevance' | 'price_asc' | 'price_desc' | 'year_desc' | 'miles_asc' | 'distance';
      /**
       * @description Page of the results, from 1, with 20 listings each. Ask for the next one while current_page is less than total_pages. Past the last page the list is empty and the totals are still true.
       */
      readonly page?: number;
    };
    /** @description One listing. Null means unknown: clients must not invent values. */
    readonly Vehicle: {
      /** @description Year of manufacture, as a text of four digits. Null: not known. */
      readonly year: string | null;
      /** @description Manufacturer, in its usual spelling where the make is known, else as the dealer wrote it. Null: not known. */
      readonly make: string | null;
      /** @description Model name as the dealer wrote it. Null: not known. */
      readonly model: string | null;
      /** @description Odometer reading in miles. Null: not known. */
      readonly mileage: number | null;
      /** @description Petrol, Diesel, Hybrid or Electric where the fuel is one of these, else the word that the dealer used (Hydrogen). Null: not known. */
      readonly fuel_type: string | null;
      /** @description Manual or Automatic where the gearbox is one of these, else the word that the dealer used. Null: not known. */
      readonly transmission: string | null;
      /** @description Engine capacity in litres. Null: not known. */
      readonly engine_size: number | null;
      /** @description Price in pounds sterling. Null: not known. */
      readonly price: number | null;
      /** @description The dealer, as a domain name in lower case without www. */
      readonly dealer: string | null;
      /** @description The link to show to people as the link to the vehicle. It leads to the dealer's advert for as long as that is listed. */
      readonly url: string;
      /** @description General location as text, usually a town. Null: not known. */
      readonly loc: string | null;
      /** @description Address of a small picture. Null: there is none. */
      readonly thumbnail: string | null;
      /** @description Addresses of pictures, at most 100. Never null; empty when there are none. */
      readonly images: readonly string[];
      /** @description The dealer's description, at most 20,000 characters. Null: there is none. */
      readonly full_description: string | null;
      /** @description Great-circle distance from the requested location, in kilometres with two decimals; 0 is a value. Null: no location was sent, or the position of the listing is not known. */
      readonly distance_km: number | null;
    };
    readonly SearchResponse: {
      readonly results: {
        /** @description The listings of this page, in the requested order. Empty past the last page. */
        readonly cars: readonly components['schemas']['Vehicle'][];
        /** @description Exact number of matching listings, over all pages. */
        readonly total_vehicles: number;
        /** @description The requested page, from 1. */
        readonly current_page: number;
        /** @description Number of pages; 0 if nothing matches. */
        readonly total_pages: number;
        /**
         * @description Listings on a full page.
         */
        readonly per_page: 20;
      };
    };
    readonly Summary: {
      readonly summary: {
        /** @description Exact number of matching listings, as in the search. */
        readonly total_vehicles: number;
        /** @description Makes, without the filters make and model. */
        readonly make: components['schemas']['ValueCounts'];
        /** @description Whole model names, without the filter model. Send make to see the models of one. */
        readonly model: components['schemas']['ValueCounts'];
        /** @description Fuels, without the filter fuel_type. */
        readonly fuel_type: components['schemas']['ValueCounts'];
        /** @description Gearboxes, without the filter transmission. */
        readonly transmission: components['schemas']['ValueCounts'];
        /** @description Dealers, without the filter dealer. */
        readonly dealer: components['schemas']['ValueCounts'];
        /** @description Years of manufacture, newest first, without year_min and year_max. */
        readonly year: components['schemas']['ValueCounts'];
        /** @description Prices in GBP, without price_min and price_max. */
        readonly price: components['schemas']['Distribution'];
        /** @description Mileages in miles, without miles_min and miles_max. */
        readonly mileage: components['schemas']['Distribution'];
        /** @description For each filtered field: listings that pass all other filters, but whose value is unknown. */
        readonly left_out_as_unknown: {
          readonly make?: number;
          readonly model?: number;
          readonly fuel_type?: number;
          readonly transmission?: number;
          readonly price?: number;
          readonly mileage?: number;
          readonly year?: number;
          readonly engine_size?: number;
          readonly location?: number;
        };
        /** @description If nothing matches: each change of one parameter that would find listings, the smallest change first. Empty: none would. Null: something matches. */
        readonly relaxations:
          | readonly {
              readonly parameter: components['schemas']['ParameterName'];
              /** @description The value to send. Null: omit the parameter. */
              readonly value: string | null;
              /** @description Exact number of listings that it would find. */
              readonly total_vehicles: number;
              /** @description The URL of that search. */
              readonly url: string;
            }[]
          | null;
        /** @description A sentence if nothing matches. */
        readonly note: string | null;
      };
    };
    readonly Interpretation: {
      /** @description The text, without white space at its ends. */
      readonly text: string;
      /** @description Parameters of the search as strings, q included. */
      readonly parameters: {
        readonly q?: string;
        readonly make?: string;
        readonly model?: string;
        readonly fuel_type?: string;
        readonly transmission?: string;
        readonly dealer?: string;
        readonly price_min?: string;
        readonly price_max?: string;
        readonly miles_min?: string;
        readonly miles_max?: string;
        readonly year_min?: string;
        readonly year_max?: string;
        readonly engine_min?: string;
        readonly engine_max?: string;
        readonly location?: string;
        readonly distance?: string;
        readonly sort?: string;
        readonly page?: string;
      };
      /** @description Each value, with its words. */
      readonly understood: readonly {
        readonly parameter: components['schemas']['ParameterName'];
        readonly value: string;
        /** @description Words of the text. */
        readonly words: string;
        /** @description Their start, in UTF-16 code units. */
        readonly start: number;
        /** @description Their end, exclusive. */
        readonly end: number;
        /** @description How ambiguous words were interpreted. */
        readonly note?: string;
      }[];
      /** @description The words left to search for, or null. */
      readonly q: string | null;
      /** @description Words that no parameter can express. They limit nothing: show them to the user. */
      readonly not_understood: readonly {
        /** @description Words of the text. */
        readonly words: string;
        /** @description Their start, in UTF-16 code units. */
        readonly start: number;
        /** @description Their end, exclusive. */
        readonly end: number;
        readonly why: string;
      }[];
      /** @description Words without meaning for a search, such as "looking for a". */
      readonly left_out: readonly {
        /** @description Words of the text. */
        readonly words: string;
        /** @description Their start, in UTF-16 code units. */
        readonly start: number;
        /** @description Their end, exclusive. */
        readonly end: number;
      }[];
      /** @description The URL of the search. */
      readonly search_url: string;
    };
    /** @description One invalid parameter. */
    readonly ParameterIssue: {
      readonly parameter: string;
      readonly code:
        | 'not_in_enum'
        | 'not_an_integer'
        | 'not_a_number'
        | 'out_of_range'
        | 'too_long'
        | 'conflicting_values'
        | 'invalid_location'
        | 'invalid_character'
        | 'wrong_type'
        | 'unknown_parameter';
      /** @description The sent value, truncated at 64 characters. */
      readonly value: string;
      /** @description All allowed values, if they can be listed. */
      readonly allowed?: readonly string[];
      /** @description The probably intended value, ready to send. */
      readonly suggestion?: string;
    };
    readonly ProblemCode:
      | 'invalid_parameters'
      | 'malformed_request'
      | 'unauthorized'
      | 'forbidden'
      | 'target_too_long'
      | 'too_many_requests'
      | 'internal_error'
      | 'data_damaged'
      | 'jwks_unavailable'
      | 'not_ready'
      | 'overloaded'
      | 'index_unavailable'
      | 'not_found'
      | 'advert_withdrawn';
    readonly ParameterName:
      | 'q'
      | 'make'
      | 'model'
      | 'fuel_type'
      | 'transmission'
      | 'dealer'
      | 'price_min'
      | 'price_max'
      | 'miles_min'
      | 'miles_max'
      | 'year_min'
      | 'year_max'
      | 'engine_min'
      | 'engine_max'
      | 'location'
      | 'distance'
      | 'sort'
      | 'page';
    readonly ValueCounts: {
      readonly values: readonly {
        readonly value: string;
        readonly count: number;
      }[];
      /** @description Numbers of values not listed, and of their listings. */
      readonly more: {
        readonly values: number;
        readonly count: number;
      };
      /** @description Listings without a value. */
      readonly unknown: number;
    };
    readonly Distribution: {
      readonly known: number;
      readonly unknown: number;
      readonly min: number | null;
      readonly max: number | null;
      /** @description By nearest rank, so each is the value of a listing. Null if no value is known. */
      readonly percentiles: {
        readonly 5: number | null;
        readonly 25: number | null;
        readonly 50: number | null;
        readonly 75: number | null;
        readonly 95: number | null;
      };
      /** @description Bins of equal width, without empty ones. */
      readonly histogram: readonly {
        readonly from: number;
        /** @description Exclusive upper bound. Null: the last bin is unbounded. */
        readonly below: number | null;
        readonly count: number;
      }[];
    };
  };
}
export type SearchParameters = components['schemas']['SearchParameters'];
export type Vehicle = components['schemas']['Vehicle'];
export type SearchResponse = components['schemas']['SearchResponse'];
export type Summary = components['schemas']['Summary'];
export type Interpretation = components['schemas']['Interpretation'];
export type ParameterIssue = components['schemas']['ParameterIssue'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type ParameterName = components['schemas']['ParameterName'];
export type ValueCounts = components['schemas']['ValueCounts'];
export type Distribution = components['schemas']['Distribution'];

export type SummaryParameters = Omit<SearchParameters, 'sort' | 'page'>;
