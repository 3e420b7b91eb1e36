// Well-known places that are no post towns, each with its district.

/** District and name, separated by commas. */
const LIST =
  'W3 Acton, SW12 Balham, SW11 Battersea, SE1 Bermondsey, E2 Bethnal Green, SE3 Blackheath, SW2 Brixton, SE5 Camberwell, NW1 Camden, NW1 Camden Town, ' +
  'E14 Canary Wharf, SE6 Catford, SW3 Chelsea, E4 Chingford, W4 Chiswick, SW4 Clapham, NW2 Cricklewood, SE19 Crystal Palace, E8 Dalston, SE8 Deptford, ' +
  'SE21 Dulwich, SE22 East Dulwich, W5 Ealing, E6 East Ham, N9 Edmonton, SE9 Eltham, N3 Finchley, N4 Finsbury Park, SE23 Forest Hill, SW6 Fulham, ' +
  'NW11 Golders Green, SE10 Greenwich, E8 Hackney, W6 Hammersmith, NW3 Hampstead, N15 Haringey, N15 Harringay, NW4 Hendon, N6 Highgate, N7 Holloway, N8 Hornsey, ' +
  'N1 Islington, W8 Kensington, NW5 Kentish Town, NW6 Kilburn, SE11 Lambeth, SE13 Lewisham, E10 Leyton, E11 Leytonstone, NW7 Mill Hill, N10 Muswell Hill, ' +
  'W11 Notting Hill, W2 Paddington, N13 Palmers Green, SE15 Peckham, E13 Plaistow, SW15 Putney, W12 Shepherds Bush, E1 Shoreditch, N14 Southgate, ' +
  'SE1 Southwark, SW9 Stockwell, N16 Stoke Newington, SW16 Streatham, SE26 Sydenham, SW17 Tooting, N17 Tottenham, E1 Tower Hamlets, E17 Walthamstow, ' +
  'SW18 Wandsworth, E11 Wanstead, E1 Whitechapel, NW10 Willesden, SW19 Wimbledon, N22 Wood Green, SE18 Woolwich, E6 Newham, UB10 Hillingdon, ' +
  'TW6 Heathrow, TW6 Heathrow Airport, RH6 Gatwick, RH6 Gatwick Airport, CM24 Stansted Airport, M90 Manchester Airport, ' +
  'NE3 Gosforth, NE2 Jesmond, NE16 Whickham, NE12 Killingworth, TS17 Thornaby, LS6 Headingley, LS8 Roundhay, LS27 Morley, LS18 Horsforth, LS19 Yeadon, ' +
  'NG9 Beeston, NG2 West Bridgford, NG10 Long Eaton, NG15 Hucknall, LE2 Oadby, M20 Didsbury, M21 Chorlton, M32 Stretford, M41 Urmston, M30 Eccles, M27 Swinton, ' +
  'M25 Prestwich, M45 Whitefield, M24 Middleton, M35 Failsworth, M34 Denton, SK8 Cheadle Hulme, SK7 Bramhall, SK7 Hazel Grove, M22 Wythenshawe, M32 Trafford, ' +
  'OL6 Tameside, B15 Edgbaston, B23 Erdington, B17 Harborne, B14 Kings Heath, B38 Kings Norton, B13 Moseley, B31 Northfield, B29 Selly Oak, B42 Perry Barr, ' +
  'B43 Great Barr, B36 Castle Bromwich, WS9 Aldridge, WS3 Bloxwich, L33 Kirkby, L36 Huyton, L23 Crosby, L37 Formby, L31 Maghull, L24 Speke, CH63 Bebington, ' +
  'CH60 Heswall, BS3 Bedminster, BS34 Filton, BS15 Kingswood, BS31 Keynsham, BS20 Portishead, BS48 Nailsea, BS37 Yate, BS35 Thornbury, BS32 Bradley Stoke, ' +
  'BH5 Boscombe, MK3 Bletchley, MK12 Wolverton, PO6 Cosham, SO40 Totton, SO30 Hedge End, SO53 Chandlers Ford, SO31 Locks Heath, PL7 Plympton, PL9 Plymstock, ' +
  'GL54 Stow on the Wold, GL54 Bourton on the Water, GL52 Bishops Cleeve, IP28 Mildenhall, BB4 Rawtenstall, RG6 Earley, RG5 Woodley, ' +
  'G74 East Kilbride, G67 Cumbernauld, G77 Newton Mearns, G46 Giffnock, G61 Bearsden, G62 Milngavie, G64 Bishopbriggs, G66 Kirkintilloch, G73 Rutherglen, ' +
  'EH6 Leith, EH15 Portobello, DD5 Broughty Ferry, AB21 Dyce, SA8 Pontardawe, SA4 Gorseinon, SA3 Mumbles, NP11 Risca, BT17 Dunmurry, BT8 Carryduff';

/** The name and the district of each; of an ambiguous name the districts. */
export const SUBURBS: readonly (readonly [name: string, outcode: string, ...others: string[]])[] = [
  ['Stratford', 'CV37', 'E15'],
  ...LIST.split(', ').map((entry) => {
    const space = entry.indexOf(' ');
    return [entry.slice(space + 1), entry.slice(0, space)] as const;
  }),
];
