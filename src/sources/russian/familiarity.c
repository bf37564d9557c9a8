#include "sources/russian/familiarity.h"

// The list has tiers 1 to 6; 7 and 8 are for words that it lacks.
enum { UPPER_TIERS = 4, LISTED_TIERS = 6 };
enum { THESAURUS_POINTS = 2, FREQUENT_POINTS = 2, VERY_FREQUENT_POINTS = 3 };

static unsigned points_of(const struct russian_evidence *e)
{
    unsigned points = e->dictionaries;
    if (points > RUSSIAN_DICTIONARIES)
        points = RUSSIAN_DICTIONARIES;
    if (e->thesaurus)
        points += THESAURUS_POINTS;
    if (e->frequency_tier > 0 && e->frequency_tier <= LISTED_TIERS)
        points += e->frequency_tier <= UPPER_TIERS ? VERY_FREQUENT_POINTS : FREQUENT_POINTS;
    return points;
}

unsigned russian_tier(const struct russian_evidence *e)
{
    static const unsigned needed[] = {9, 7, 5, 3, 1, 0}; // by tier, from the first
    unsigned points = points_of(e), tier = 0;
    if (!e->spelled)
        return points ? TIERS - 1 : TIERS;
    while (points < needed[tier])
        tier++;
    return tier + 1;
}
